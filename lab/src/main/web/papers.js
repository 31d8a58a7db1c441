// Publications as entry points: each experiment of one sets the whole state.

import {element} from './dom.js';
import {requestOf, stateOf} from './state.js';

const FIGURES_OF = 'aws-2015';

/**
 * The figures of the article, by their numbers: the chart that is the figure, and its policies. Charts of calls
 * over time are of one run.
 */
const FIGURES = [
  {title: 'completion time without backoff', chart: 'time', policies: ['none']},
  {title: 'work without backoff', chart: 'work', policies: ['none']},
  {title: 'work with exponential backoff', chart: 'work', policies: ['none', 'exponential']},
  {title: 'calls with exponential backoff', chart: 'calls', policies: ['exponential'], runs: 1},
  {title: 'calls with full jitter', chart: 'calls', policies: ['full'], runs: 1},
  {title: 'work with full jitter', chart: 'work', policies: ['none', 'full']},
  {title: 'completion time with full jitter', chart: 'time', policies: ['exponential', 'full', 'none']}
];

/** Returns the options of the list of publications; the first one is none. */
export function paperOptions(catalogue) {
  return [element('option', {value: ''}, 'choose …'),
    element('optgroup', {label: 'Experiments'}, catalogue.papers.flatMap(paper =>
      paper.experiments.map((experiment, index) => element('option',
        {value: paper.name + '/' + index, title: experiment.setup},
        paper.name + (paper.experiments.length > 1 ? ', ' + (index + 1) : ''))))),
    element('optgroup', {label: 'Figures of ' + FIGURES_OF}, FIGURES.map(({title}, index) =>
      element('option', {value: FIGURES_OF + '/figure-' + (index + 1)}, 'Figure ' + (index + 1) + ': ' + title)))];
}

/** Returns the key of the chart that is a figure: work, time or calls; undefined if there is no such figure. */
export function chartOfFigure(number) {
  return FIGURES[number - 1]?.chart;
}

/** Returns a sentence that names a figure; undefined if there is no such figure. */
export function nameOfFigure(catalogue, number) {
  return FIGURES[number - 1] && 'Figure ' + number + ' of “' + catalogue.papers.find(each => each.name === FIGURES_OF).title
    + '”: ' + FIGURES[number - 1].title + '.';
}

/** Returns the option of a figure; undefined if there is no such figure. */
export function optionOfFigure(number) {
  return FIGURES[number - 1] && FIGURES_OF + '/figure-' + number;
}

function figureOf(value) {
  const match = value.match(/\/figure-(\d)$/);
  return match ? Number(match[1]) : undefined;
}

function figureState(catalogue, number) {
  const {policies, runs} = FIGURES[number - 1];
  const state = stateOf(catalogue, 'aws-contention');
  return {
    ...state,
    policies: policies.map(label => state.policies.find(each => each.label === label)),
    runs: runs || state.runs,
    figure: number
  };
}

function found(catalogue, value) {
  const [name, index] = value.split('/');
  const paper = catalogue.papers.find(each => each.name === name);
  return paper && {paper, experiment: paper.experiments[Number(index)]};
}

/** Returns the state of an experiment. */
export function paperState(catalogue, value) {
  if (figureOf(value)) {
    return figureState(catalogue, figureOf(value));
  }
  const {experiment} = found(catalogue, value);
  return {
    ...stateOf(catalogue, experiment.scenario, experiment.values),
    policies: experiment.contenders.map(each => ({...each})),
    runs: experiment.runs
  };
}

/** Returns the source of an experiment or a figure. */
export function paperNote(catalogue, value) {
  const number = figureOf(value);
  const {paper} = found(catalogue, number ? FIGURES_OF + '/0' : value);
  const source = element('p', {}, element('a', {href: paper.link, rel: 'noreferrer'}, paper.title),
    ' (' + paper.authors + ', ' + paper.year + '). ' + paper.summary);
  if (number) {
    return [source, element('p', {}, 'Figure ' + number + ', ' + FIGURES[number - 1].title + ': the chart with the frame.')];
  }
  return [source];
}

/** Returns the setup of an experiment, as a headline; undefined for a figure. */
export function setupOf(catalogue, value) {
  return figureOf(value) ? undefined : found(catalogue, value).experiment.setup;
}

/** Returns the publication's experiment that is the state, for any number of runs; '' if there is none. */
export function paperOf(catalogue, state) {
  const compared = each => requestOf({...each, runs: 1, seed: '1'});
  const wanted = compared(state);
  for (const paper of catalogue.papers) {
    for (const index of paper.experiments.keys()) {
      if (compared(paperState(catalogue, paper.name + '/' + index)) === wanted) {
        return paper.name + '/' + index;
      }
    }
  }
  return '';
}

/** Returns the claims of an experiment, with a place for the simulated value of each. */
export function claimList(catalogue, value) {
  if (figureOf(value)) {
    return [];
  }
  return found(catalogue, value).experiment.claims.map(claim =>
    element('li', {}, claim, '; here: ', element('b', {class: 'value'}, '…')));
}
