// The page in a real browser: scripts in games (W7), accessibility of every page in both themes (W8), a game by the
// keyboard alone (W9), a narrow phone (W10), nothing from elsewhere (W11), a restart of the program (W12).
//
//     node tests/browser/run.mjs ../target/debug/quevedo [--pictures FOLDER [FILE]]

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [program, ...rest] = process.argv.slice(2);
const pictures = rest[0] === '--pictures' ? rest[1] : undefined;
const onlyPicture = rest[2];
const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!program) throw new Error('usage: node tests/browser/run.mjs PROGRAM [--pictures FOLDER [FILE]]');
if (!browserPath) {
  if (process.env.CI === 'true') throw new Error('there is no Chromium, and CI wants the browser tests');
  console.log('SKIPPED: the browser tests need Chromium (Debian: apt install chromium)');
  process.exit(0);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'quevedo-page-'));

// A small collection of games.
const collection = join(folder, 'mine');
const games = ['1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0', '1. e4 c5 2. Nf3 d6 0-1', '1. d4 d5 2. c4 e6 1/2-1/2', '1. e4 e5 2. f4 exf4 0-1'];
const pgn = games.map((moves, index) => `[White "Player ${index}, A"]\n[Black "Other, B"]\n[Date "19${90 + index}.01.01"]\n[Result "${moves.split(' ').at(-1)}"]\n\n${moves}\n`);
writeFileSync(join(folder, 'games.pgn'), pgn.join('\n'));
execFileSync(program, ['explore', 'build', collection, join(folder, 'games.pgn')], { stdio: 'ignore' });

/** Starts the program, and waits for its address. */
async function serve(port = 0) {
  const child = spawn(program, ['serve', '--port', String(port), '--folder', folder, '--collection', collection, '--jsonl', '--hash', '4'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', data => {
      text += data;
      if (text.includes('\n')) resolve(JSON.parse(text).address);
    });
    child.on('exit', code => reject(new Error(`the program ended with ${code}`)));
  });
  return { child, address, port: Number(new URL(address).port) };
}

/** Ends it as if the machine had failed. */
async function kill(server) {
  const gone = new Promise(resolve => server.child.on('exit', resolve));
  server.child.kill('SIGKILL');
  await gone;
}

let server = await serve();
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
const faults = [];
const strangers = [];

/** A page that notes every complaint and every request to somebody else. */
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.on('console', message => message.type() === 'error' && faults.push(`${path}: ${message.text()}`));
  page.on('pageerror', error => faults.push(`${path}: ${error}`));
  page.on('request', request => {
    const url = new URL(request.url());
    if (!['data:', 'blob:'].includes(url.protocol) && url.host !== new URL(server.address).host) strangers.push(request.url());
  });
  await page.goto(new URL(path, server.address).href);
  page.close_all = () => context.close();
  return page;
}

const tests = {
  async 'W7 scripts in a game are words'() {
    const page = await open('/');
    const evil = '<img src=x onerror="window.evil=1"><script>window.evil=1</script>';
    await page.fill('#paste', `[White "${evil.replaceAll('"', '')}"]\n[Event "${evil.replaceAll('"', "'")}"]\n\n1. e4 {${evil}} e5 ({${evil}} 1... c5) 2. Nf3 *\n\n[White "B"]\n\n1. d4 *`);
    await page.click('button[type=submit]');
    await page.waitForSelector('.tree .comment');
    assert.match(await page.textContent('.tree .comment'), /<script>/);
    assert.match(await page.textContent('.panels select'), /./);
    assert.equal(await page.evaluate(() => window.evil), undefined);
    assert.equal(await page.locator('main img, main script').count(), 0);
    await page.close_all();
  },

  async 'W8 every page can be used by everybody, light and dark'() {
    const paths = ['/', '/play', '/analyse', '/analyse?moves=e2e4_e7e5', '/review', '/practice', '/endgames', '/endgames/KQK', '/games', '/lab', '/lab/fine70', '/jobs', '/settings', '/help'];
    const judgeBoth = async (page, where) => {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await judge(page, `${where} ${colorScheme}`);
      }
      await page.close_all();
    };
    for (const path of paths) {
      const page = await open(path, { bypassCSP: true });
      if (path.startsWith('/analyse')) await page.waitForSelector('.lines .score');
      if (path === '/endgames/KQK') await page.waitForSelector('.rules li');
      await page.evaluate(() => document.querySelectorAll('details').forEach(details => (details.open = true)));
      await page.waitForTimeout(300);
      await judgeBoth(page, path);
    }
    const page = await open('/play', { bypassCSP: true });
    await page.click('button[type=submit]');
    await page.waitForSelector('[role=grid]');
    await judgeBoth(page, 'a game');
  },

  async 'W9 a game by the keyboard alone'() {
    const page = await open('/play');
    // From the top of the page to the button that begins.
    await press(page, () => page.evaluate(() => document.activeElement?.matches('button[type=submit]')));
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role=grid]');
    await press(page, () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell'));
    assert.equal(await name(page), 'e2, white pawn');
    await page.keyboard.press('Enter');
    await heard(page, /e2, white pawn.*2 moves/);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.equal(await name(page), 'e4, empty');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length >= 2);
    assert.equal(await name(page), 'e4, white pawn');
    await page.waitForFunction(() => /Your move|Check/.test(document.querySelector('.turn')?.textContent ?? ''));
    await page.waitForTimeout(1100);
    await page.keyboard.press('n');
    assert.match(await name(page), /knight/);
    await page.keyboard.press('t');
    await heard(page, /\w/);
    const grid = await page.locator('[role=grid]').ariaSnapshot();
    assert.match(grid, /gridcell "e4, white pawn"/);
    assert.equal(await page.locator('[role=gridcell]').count(), 64);
    await page.close_all();
  },

  async 'W10 a narrow phone, by touch'() {
    for (const path of ['/', '/play', '/analyse?moves=e2e4', '/review', '/practice', '/endgames', '/endgames/KRK', '/games', '/lab', '/lab/fine70', '/jobs', '/settings', '/help']) {
      const page = await open(path, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
      await page.waitForTimeout(300);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
      await page.close_all();
    }
    const page = await open('/analyse', { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    await page.waitForFunction(() => document.querySelector('piece'));
    await tap(page, 'e2');
    await tap(page, 'e4');
    await page.waitForSelector('[data-square=e4][aria-label*="white pawn"]');
    await page.close_all();
  },

  async 'a move by the mouse, lines, and going back'() {
    const page = await open('/analyse');
    await page.waitForSelector('.lines .score');
    await click(page, 'd2');
    await click(page, 'd4');
    await page.waitForSelector('[data-square=d4][aria-label*="white pawn"]');
    await page.waitForSelector('.lines .score');
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector('[data-square=d2][aria-label*="white pawn"]');
    assert.match(page.url(), /analyse$/);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => location.search === '?moves=d2d4');
    // The machine's numbers go on with its lines.
    await page.waitForFunction(() => Number(document.querySelector('.machine')?.textContent.match(/depth (\d+)/)?.[1]) > 4);
    await page.keyboard.press('x');
    await page.waitForFunction(() => document.querySelector('#engine')?.textContent.includes('White could move'));
    await page.close_all();
  },

  async 'a pawn promotes'() {
    const page = await open(`/analyse?fen=${encodeURIComponent('8/4P1k1/8/8/8/8/8/4K3 w - - 0 1')}`);
    await page.waitForSelector('[data-square=e7][aria-label*="white pawn"]');
    await click(page, 'e7');
    await click(page, 'e8');
    await page.click('.promotion button:nth-child(4)');
    await page.waitForSelector('[data-square=e8][aria-label*="white knight"]');
    await page.close_all();
  },

  async 'a map of an ending'() {
    const page = await open('/endgames/KRK?map=1');
    await page.waitForSelector('.tablemoves li');
    await click(page, 'd5');
    await page.waitForSelector('[data-mark]');
    assert.match(await page.getAttribute('[data-square=g7]', 'aria-label'), /won in \d+|draw/);
    await page.click('.tablemoves button');
    await page.waitForFunction(() => document.querySelector('.steps button:not(:disabled)'));
    await page.close_all();
  },

  async 'a review: ordered, read, a mistake tried again, practised and taken away'() {
    const page = await open('/review', { bypassCSP: true });
    await page.fill('#game', GAME);
    await page.click('button[type=submit]');
    await page.waitForSelector('#moments', { timeout: 90_000 });
    assert.match(await page.textContent('.said'), /Ada|White|Black/);
    assert.match(await page.textContent('table'), /Ada/);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await judge(page, `a review ${colorScheme}`);
    }
    // The queen was left to be taken.
    await page.click('.moments button:last-of-type');
    await page.waitForSelector('cg-container svg g line, cg-container svg g path', { state: 'attached' });
    const blunder = await page.textContent('#subject');
    assert.match(blunder, /\?/);
    await page.click('text=Try again');
    await page.waitForFunction(() => document.querySelector('#subject')?.textContent === 'Find a better move');
    await page.click('section >> text=Hint');
    await page.waitForSelector('section .said');
    const [from, to] = [blunder.match(/Qxh7/) ? 'h5' : '', 'h7'];
    if (from) {
      await click(page, from);
      await click(page, to);
      await page.waitForFunction(() => /was the mistake/.test(document.querySelector('.turn')?.textContent ?? ''), undefined, { timeout: 30_000 });
    }
    await page.click('text=Show the answer');
    await page.keyboard.press('g');
    await page.click('text=Practise the mistakes of Ada');
    await page.waitForSelector('a[href="/practice"] >> nth=1');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save PGN')]);
    const saved = readFileSync(await download.path(), 'utf8');
    assert.match(saved, /\[%eval/);
    await page.goto(new URL('/practice', server.address).href);
    await page.waitForSelector('[role=grid]');
    await page.click('section >> text=Show the answer');
    await page.click('text=Next card');
    await page.waitForFunction(() => /in 1 day|Nothing is due|to move/.test(document.body.textContent ?? ''));
    await page.goto(new URL('/jobs', server.address).href);
    await page.waitForSelector('.jobs a');
    await page.close_all();
  },

  async 'a lesson: a move of the method, one that is not, and the rest shown'() {
    const page = await open('/endgames/KRK', { bypassCSP: true });
    await page.waitForSelector('.rules li');
    await page.click('section >> text=Hint');
    await page.click('section >> text=Hint');
    const told = await page.textContent('.state');
    assert.match(told, /\d\. .*Consider/);
    await judge(page, 'a lesson');
    await page.click('text=Show how it goes on');
    await page.waitForSelector('#played');
    await page.waitForFunction(() => document.querySelectorAll('#played + ol li').length >= 2);
    await page.click('text=Show how it goes on');
    await page.click('text=Take back');
    await page.waitForFunction(() => document.querySelectorAll('#played + ol li').length < 2);
    await page.close_all();
  },

  async 'a tree of the laboratory opens, and an experiment is read'() {
    const page = await open('/lab');
    await page.click('text=Search');
    await page.waitForSelector('.nodes ul li');
    const closed = page.locator('.nodes ul button[aria-expanded=false]').first();
    const before = await page.locator('.nodes li').count();
    await closed.click();
    await page.waitForFunction(count => document.querySelectorAll('.nodes li').length > count, before);
    assert.ok(await page.evaluate(() => document.querySelector('canvas').height > 100));
    await page.click('a[href="/lab/fine70"]');
    await page.waitForSelector('table');
    // The picture has come, and has a size.
    await page.waitForFunction(() => document.querySelector('img.plot')?.naturalWidth > 0);
    await page.close_all();
  },

  async 'a collection: moves, a filter, a game'() {
    const page = await open('/games');
    await page.waitForSelector('.explored li');
    assert.equal(await page.locator('.explored li').count(), 2);
    await page.click('.explored li:first-child button');
    await page.waitForFunction(() => document.querySelectorAll('.found li').length === 3);
    await page.fill('.filters input', 'player 3');
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.querySelectorAll('.found li').length === 1);
    await page.click('.found button');
    await page.waitForFunction(() => /exf4/.test(document.querySelector('.tree')?.textContent ?? ''));
    await page.waitForSelector('#explorer');
    await page.close_all();
  },

  async 'the guard asks before a queen is given away'() {
    const page = await open(`/play?fen=${encodeURIComponent('r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3')}`);
    await page.click('button[type=submit]');
    await page.waitForSelector('[role=grid]');
    await page.click('text=Warn me');
    await click(page, 'h5');
    await click(page, 'f7');
    await page.waitForSelector('.doubt');
    assert.match(await page.getAttribute('[data-square=h5]', 'aria-label'), /white queen/);
    await page.click('text=Why not?');
    await page.waitForFunction(() => /queen/.test(document.querySelector('.state .said')?.textContent ?? ''));
    await click(page, 'g1');
    await click(page, 'f3');
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length >= 2);
    await page.close_all();
  },

  async 'W12 the program fails, and the game goes on'() {
    const page = await open('/play');
    await page.click('button[type=submit]');
    await page.waitForSelector('[role=grid]');
    await click(page, 'e2');
    await click(page, 'e4');
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length >= 2);
    const before = await page.textContent('.tree');
    const count = faults.length;
    await kill(server);
    await page.waitForSelector('[role=alert]');
    server = await serve(server.port);
    await page.waitForSelector('[role=alert]', { state: 'detached', timeout: 20_000 });
    await click(page, 'd2');
    await click(page, 'd3');
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length >= 4);
    assert.ok((await page.textContent('.tree')).startsWith(before.trim().slice(0, 6)));
    // While the program was gone, the browser complained about that, rightly.
    faults.length = count;
    await page.goto(new URL('/', server.address).href);
    await page.waitForSelector('.games li');
    await page.close_all();
  },

  async 'Spanish'() {
    const page = await open('/', { locale: 'es-ES' });
    assert.match(await page.textContent('nav'), /Finales/);
    await page.close_all();
  },

  async 'W11 nothing came from elsewhere, and nobody complained'() {
    assert.deepEqual(strangers, []);
    assert.deepEqual(faults, []);
  },
};

/** White gives a queen away. */
const GAME = `[Event "A lesson"]
[White "Ada"]
[Black "Bob"]
[Result "0-1"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxh7 Rxh7 5. d3 d5 6. exd5 Nxd5 7. Nf3 Bg4 8. O-O Bxf3 9. gxf3 Qh4 0-1
`;

async function judge(page, where) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const words = found.violations.map(one => `${one.id}: ${one.help}: ${one.nodes.map(node => node.target).slice(0, 3).join(' | ')}`);
  assert.deepEqual(words, [], where);
}

async function press(page, until) {
  for (let presses = 0; presses < 60; presses++) {
    if (await until()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}

const name = page => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

async function heard(page, pattern) {
  await page.waitForFunction(source => new RegExp(source).test(document.querySelector('[role=status]')?.textContent ?? ''), pattern.source);
}

async function middle(page, square) {
  const box = await page.locator(`[data-square=${square}]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function click(page, square) {
  await page.mouse.click(...(await middle(page, square)));
}

async function tap(page, square) {
  await page.touchscreen.tap(...(await middle(page, square)));
}

async function takePictures() {
  const shot = async (path, file, options = {}, prepare = async () => {}) => {
    if (onlyPicture && onlyPicture !== file) return;
    const page = await open(path, { viewport: { width: 1280, height: 800 }, ...options });
    await prepare(page);
    await page.screenshot({ path: join(pictures, file), timeout: 90_000 });
    await page.close_all();
  };
  const think = async page => {
    await page.waitForSelector('.lines li:nth-child(3) .score', { timeout: 90_000 });
    await page.waitForSelector('.said:not(.old) p:not(.faint)', { timeout: 90_000 });
    await page.waitForTimeout(3000);
  };
  const game = '/analyse?moves=e2e4_e7e5_g1f3_b8c6_f1b5_a7a6_b5a4_g8f6_e1g1_f8e7';
  await shot('/', 'page-home.png', {}, page => page.waitForTimeout(400));
  await shot(game, 'page-analyse.png', {}, think);
  await shot(game, 'page-analyse-dark.png', { colorScheme: 'dark' }, async page => {
    await page.click('details.card >> nth=0 >> summary');
    await think(page);
  });
  await shot(game, 'page-analyse-phone.png', { viewport: { width: 390, height: 844 }, isMobile: true }, think);
  await shot('/endgames/KRK?map=1', 'page-endgames.png', {}, async page => {
    await page.waitForSelector('.tablemoves li');
    await click(page, 'd5');
    await page.waitForSelector('[data-mark]');
    await page.waitForTimeout(300);
  });
  await shot('/review', 'page-review.png', {}, async page => {
    await page.fill('#game', GAME);
    await page.click('button[type=submit]');
    await page.waitForSelector('#moments', { timeout: 90_000 });
    await page.click('.moments button >> nth=1');
    await page.waitForTimeout(800);
  });
  await shot('/endgames/KRK', 'page-lesson.png', {}, async page => {
    await page.waitForSelector('.rules li');
    await page.click('text=Show how it goes on');
    await page.waitForFunction(() => document.querySelectorAll('#played + ol li').length >= 2);
    await page.click('text=Show how it goes on');
    await page.waitForTimeout(1300);
    await page.click('section >> text=Hint');
    await page.waitForTimeout(300);
  });
  await shot('/lab', 'page-lab.png', {}, async page => {
    await page.click('text=Search');
    await page.waitForSelector('.nodes ul li');
    for (let place = 0; place < 2; place++) {
      await page.locator('.nodes ul button[aria-expanded=false]').first().click();
      await page.waitForTimeout(300);
    }
    await page.waitForTimeout(300);
  });
  await shot('/games', 'page-games.png', {}, async page => {
    await page.waitForSelector('.explored li');
    await page.waitForTimeout(400);
  });
  await shot(`/play?fen=${encodeURIComponent('r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 3')}`, 'page-why.png', {}, async page => {
    await page.click('button[type=submit]');
    await page.waitForSelector('[role=grid]');
    await click(page, 'h5');
    await click(page, 'f7');
    await page.waitForFunction(() => document.querySelectorAll('.tree .move').length >= 2);
    await page.click('text=And my move?');
    await page.waitForSelector('.state .said', { timeout: 30_000 });
    await page.waitForTimeout(400);
  });
  await shot('/play', 'page-play.png', {}, async page => {
    await page.click('button[type=submit]');
    await page.waitForSelector('[role=grid]');
    for (const [from, to] of [['e2', 'e4'], ['g1', 'f3']]) {
      await click(page, from);
      await click(page, to);
      await page.waitForTimeout(900);
    }
  });
}

let failed = 0;
try {
  if (pictures) await takePictures();
  else {
    for (const [title, test] of Object.entries(tests)) {
      const start = Date.now();
      try {
        await test();
        console.log(`ok    ${title} (${Date.now() - start} ms)`);
      } catch (error) {
        failed++;
        console.log(`FAIL  ${title}: ${error.stack}`);
      }
    }
  }
} finally {
  await browser.close();
  server.child.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
