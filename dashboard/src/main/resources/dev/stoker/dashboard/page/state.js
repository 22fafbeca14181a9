// What the page knows: the runs, which of them are chosen, and the points of those that are shown.

export const state = {
  runs: new Map(),
  chosen: new Set(),
  curves: new Map(),
  details: new Map(),
  listed: false,
  filter: { text: '', state: '', model: '', data: '' },
  sort: { key: 'started', descending: true },
};

// Okabe and Ito's colors and some more: they are told apart by people who do not see red or green.
const light = ['#0072b2', '#d55e00', '#009e73', '#b5179e', '#8a6d00', '#56338f', '#c1121f', '#007f8c', '#5c4033', '#4b5563'];
const dark = ['#58b4f0', '#ff9248', '#3ddc9f', '#f28bd0', '#f0d04a', '#b79cf5', '#ff8080', '#4fd1de', '#d0a98f', '#c3cad5'];
const dashes = ['solid', 'dashed', 'dotted'];

export const isDark = () => document.documentElement.dataset.theme === 'dark';

export function colorOf(index) {
  return (isDark() ? dark : light)[index % light.length];
}

export const dashOf = (index) => dashes[Math.floor(index / light.length) % dashes.length];

export function nameOf(id) {
  const run = state.runs.get(id);
  if (!run) return id;
  const twice = [...state.runs.values()].some((other) => other.id !== id && other.name === run.name);
  return twice ? id : run.name;
}

export function addPoints(event) {
  const before = event.anew ? null : state.curves.get(event.run);
  const curves = before ?? { series: {} };
  for (const [name, points] of Object.entries(event.series)) {
    const series = (curves.series[name] ??= { step: [], time: [], value: [] });
    for (const column of ['step', 'time', 'value']) for (const value of points[column]) series[column].push(value);
  }
  state.curves.set(event.run, curves);
}

/** A page that is open for long would hold more points than a screen shows: then they are asked for anew. */
export const isCrowded = () =>
  [...state.curves.values()].some((curves) => Object.values(curves.series).some((series) => series.step.length > 6000));
