// The shortcuts, as a dialog.

import { h, byId } from './dom.js';

const keys = [
  ['/', 'Filter the runs'],
  ['j  k', 'Next or previous run'],
  ['x', 'Choose the run, or leave it out'],
  ['Enter', 'Open the run'],
  ['c', 'Compare the chosen runs'],
  ['r', 'All runs'],
  ['e', 'Experiments'],
  ['1  2  3', 'Draw by step, epoch or time'],
  ['s', 'Smooth more; Shift less'],
  ['t', 'Light or dark'],
  ['?', 'This list'],
];

export function toggleHelp() {
  const dialog = byId('help');
  if (dialog.open) {
    dialog.close();
    return;
  }
  dialog.replaceChildren(
    h('h2', { id: 'help-title' }, 'Keyboard'),
    h('dl', { class: 'keys' }, keys.flatMap(([key, meaning]) => [h('dt', {}, key.split(/\s+/).flatMap((each) => [h('kbd', {}, each), ' '])),
      h('dd', { style: { margin: '0' } }, meaning)])),
    h('button', { class: 'button', type: 'button', onclick: () => dialog.close() }, 'Close'));
  dialog.showModal();
}
