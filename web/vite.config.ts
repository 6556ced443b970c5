import { defineConfig } from 'vite';
import solid from 'vite-plugin-solid';

// The server forbids inline code, so nothing may be inlined into the page; names carry a fingerprint, so that the
// browser may keep the files for ever.
export default defineConfig({
  plugins: [solid()],
  build: {
    outDir: '../crates/web/dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
});
