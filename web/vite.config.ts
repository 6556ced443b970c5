import { defineConfig } from 'vite';
import solid from 'vite-plugin-solid';

/** `quevedo serve`, for `npm run dev`, which shows changes of the page at once. */
const PROGRAM = 'http://127.0.0.1:8421';
const proxy = { target: PROGRAM, changeOrigin: true, ws: true, headers: { origin: PROGRAM } };

// The server forbids inline code, so nothing may be inlined into the page; names carry a fingerprint, so that the
// browser may keep the files for ever.
export default defineConfig({
  plugins: [solid()],
  server: { proxy: { '/ws': proxy, '/api': proxy } },
  build: {
    outDir: '../crates/web/dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
