// What the reader prefers.

import { For, Show } from 'solid-js';
import { prefs, setPrefs, type Prefs } from '../prefs';
import { hello } from '../socket';
import { words } from '../words';

export function Settings() {
  const check = (key: 'arrows' | 'coordinates' | 'animation' | 'sounds' | 'guard', label: string) => (
    <label class="check">
      <input type="checkbox" checked={prefs[key]} onChange={event => setPrefs(key, event.currentTarget.checked)} />
      {label}
    </label>
  );
  return (
    <div class="text">
      <h1>{words().settings}</h1>
      <div class="card form">
        <label for="theme">{words().theme}</label>
        <select id="theme" value={prefs.theme} onChange={event => setPrefs('theme', event.currentTarget.value as Prefs['theme'])}>
          <For each={['system', 'light', 'dark'] as const}>{theme => <option value={theme}>{words().themes[theme]}</option>}</For>
        </select>
        <label for="language">{words().language}</label>
        <select id="language" value={prefs.language} onChange={event => setPrefs('language', event.currentTarget.value as Prefs['language'])}>
          <For each={['en', 'es'] as const}>
            {language => (
              <option value={language} lang={language}>
                {words().languages[language]}
              </option>
            )}
          </For>
        </select>
        <label for="lines">{words().lineCount}</label>
        <select id="lines" value={prefs.lines} onChange={event => setPrefs('lines', Number(event.currentTarget.value))}>
          <For each={[1, 2, 3, 4, 5]}>{count => <option value={count}>{count}</option>}</For>
        </select>
        <label for="wordlevel">{words().wordLevel}</label>
        <select id="wordlevel" value={prefs.wordLevel} onChange={event => setPrefs('wordLevel', event.currentTarget.value as Prefs['wordLevel'])}>
          <For each={['beginner', 'club', 'expert'] as const}>{level => <option value={level}>{words().wordLevels[level]}</option>}</For>
        </select>
        <label for="name">{words().yourName}</label>
        <input id="name" maxlength="40" value={prefs.name} placeholder={words().you} onInput={event => setPrefs('name', event.currentTarget.value)} />
        {check('arrows', words().showArrows)}
        {check('coordinates', words().showCoordinates)}
        {check('animation', words().animate)}
        {check('sounds', words().sounds)}
        {check('guard', words().guardMe)}
      </div>
      <p class="faint">{words().aboutKept}</p>
      <Show when={hello()}>{told => <p class="faint">{words().about(told().version, told().engines)}</p>}</Show>
    </div>
  );
}
