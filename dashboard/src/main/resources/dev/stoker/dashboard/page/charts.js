// Line charts over each other. The library is loaded when the first chart is drawn.

import { css, h } from './dom.js';
import { figure, isNumber } from './format.js';

let loading = null;

export function library() {
  loading ??= new Promise((resolve, reject) => {
    const script = h('script', { src: 'echarts-5.5.0.min.js' });
    script.addEventListener('load', () => resolve(globalThis.echarts));
    script.addEventListener('error', () => reject(new Error('the charts cannot be loaded')));
    document.head.append(script);
  });
  return loading;
}

const resizing = new ResizeObserver((entries) => {
  for (const entry of entries) globalThis.echarts?.getInstanceByDom(entry.target)?.resize();
});

export async function chartIn(element, group) {
  const echarts = await library();
  const chart = echarts.getInstanceByDom(element) ?? echarts.init(element, null, { renderer: 'canvas' });
  if (group) {
    chart.group = group;
    echarts.connect(group);
  }
  resizing.observe(element);
  return chart;
}

export function disposeIn(element) {
  resizing.unobserve(element);
  globalThis.echarts?.getInstanceByDom(element)?.dispose();
}

export const axisStyle = () => ({
  axisLine: { lineStyle: { color: css('--line') } },
  axisTick: { lineStyle: { color: css('--line') } },
  axisLabel: { color: css('--quiet'), hideOverlap: true },
  splitLine: { lineStyle: { color: css('--line'), opacity: 0.7 } },
  nameTextStyle: { color: css('--quiet') },
});

export const tooltipStyle = () => ({
  renderMode: 'richText', // drawn, so that no name can become markup
  confine: true,
  backgroundColor: css('--card'),
  borderColor: css('--line'),
  textStyle: { color: css('--ink'), fontSize: 12 },
});

/** Lines with their points as [x, y], or [x, y, value] where they are drawn on top of each other; options: title of x, how values are written, logarithmic or not, the range. */
export function drawLines(chart, lines, { xTitle, xText = figure, yText = figure, log = false, min, max, stack = false, zoomed = true }) {
  const fine = matchMedia('(pointer: fine)').matches;
  chart.setOption({
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { left: 8, right: 16, top: 14, bottom: 26, containLabel: true },
    xAxis: { type: 'value', name: xTitle, nameLocation: 'middle', nameGap: 26, min: 'dataMin', max: 'dataMax', ...axisStyle(),
      splitLine: { show: false }, axisLabel: { ...axisStyle().axisLabel, formatter: xText } },
    yAxis: { type: log ? 'log' : 'value', scale: true, min, max, ...axisStyle(), axisLabel: { ...axisStyle().axisLabel, formatter: yText } },
    tooltip: { trigger: 'axis', ...tooltipStyle(), axisPointer: { type: 'line', lineStyle: { color: css('--quiet') } },
      formatter: (points) => tooltip(points, xTitle, xText, yText) },
    dataZoom: zoomed ? [{ type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: false, moveOnMouseWheel: false, filterMode: 'none' }] : [],
    toolbox: { show: zoomed && fine, itemSize: 0, showTitle: false, right: -30, feature: { dataZoom: { yAxisIndex: 'none', filterMode: 'none' } } },
    series: lines.map((line) => ({
      type: 'line', name: line.name, data: line.points, showSymbol: line.points.length < 2 || Boolean(line.marked && line.points.length < 40),
      symbol: 'circle', symbolSize: line.points.length < 2 ? 6 : 4, areaStyle: stack ? { color: line.color, opacity: 1 } : undefined,
      lineStyle: { color: line.color, width: line.faint ? 1 : 2, opacity: stack ? 0 : line.faint ? line.opacity ?? 0.45 : 1, type: line.dash ?? 'solid' },
      itemStyle: { color: line.color }, silent: line.faint, emphasis: { disabled: true }, sampling: undefined, tooltip: { show: !line.hint },
    })),
  }, { notMerge: false, replaceMerge: ['series'] });
  if (zoomed && fine) {
    chart.dispatchAction({ type: 'takeGlobalCursor', key: 'dataZoomSelect', dataZoomSelectActive: true });
    chart.getZr().off('dblclick');
    chart.getZr().on('dblclick', () => chart.dispatchAction({ type: 'dataZoom', start: 0, end: 100 }));
  }
}

function tooltip(points, xTitle, xText, yText) {
  const seen = new Set();
  const rows = points.filter((point) => isNumber(point.value?.[1]) && !seen.has(point.seriesName) && seen.add(point.seriesName));
  if (rows.length === 0) return '';
  const valueOf = (point) => point.value[2] ?? point.value[1];
  rows.sort((a, b) => valueOf(b) - valueOf(a));
  const shown = rows.slice(0, 14).map((point) => `${yText(valueOf(point))}   ${point.seriesName}`);
  return [`${xTitle} ${xText(rows[0].value[0])}`, ...shown, ...(rows.length > 14 ? [`and ${rows.length - 14} more`] : [])].join('\n');
}

/** The exponential moving average without its bias at the start, as TensorBoard draws it. */
export function smoothed(points, weight) {
  if (weight <= 0) return points;
  let sum = 0;
  let count = 0;
  return points.map(([x, y]) => {
    if (!isNumber(y)) return [x, y];
    sum = sum * weight + (1 - weight) * y;
    count++;
    return [x, sum / (1 - weight ** count)];
  });
}
