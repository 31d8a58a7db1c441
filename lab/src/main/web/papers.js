// Publications as entry points: each experiment of one sets the whole state.

import {element} from './dom.js';
import {stateOf} from './state.js';

/** Returns the options of the list of publications; the first one is none. */
export function paperOptions(catalogue) {
  return [element('option', {value: ''}, 'choose …'), ...catalogue.papers.flatMap(paper =>
    paper.experiments.map((experiment, index) => element('option',
      {value: paper.name + '/' + index, title: experiment.setup},
      paper.name + (paper.experiments.length > 1 ? ', ' + (index + 1) : ''))))];
}

function found(catalogue, value) {
  const [name, index] = value.split('/');
  const paper = catalogue.papers.find(each => each.name === name);
  return paper && {paper, experiment: paper.experiments[Number(index)]};
}

/** Returns the state of an experiment. */
export function paperState(catalogue, value) {
  const {experiment} = found(catalogue, value);
  return {
    ...stateOf(catalogue, experiment.scenario, experiment.values),
    policies: experiment.contenders.map(each => ({...each})),
    runs: experiment.runs
  };
}

/** Returns the source, the setup and the claims of an experiment. */
export function paperNote(catalogue, value) {
  const {paper, experiment} = found(catalogue, value);
  return [
    element('p', {}, element('a', {href: paper.link, rel: 'noreferrer'}, paper.title),
      ' (' + paper.authors + ', ' + paper.year + '). ' + paper.summary),
    element('p', {}, experiment.setup + ' The publication says:'),
    element('ul', {}, experiment.claims.map(claim => element('li', {}, claim)))
  ];
}
