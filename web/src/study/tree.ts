// A game with its variations. The first child of a node goes on with the line that the node is in;
// further children are other tries. Nodes are plain and never copied, so they can be compared.

import type { Ending, GameLine, Situation } from '../engine/types';

export type PlyKind = 'move' | 'roll' | 'skip';

export interface StudyNode {
  id: number;
  parent: StudyNode | null;
  depth: number; // plies before and with it
  ply: string; // '' for the root, and for the turn of a side that is out
  seat: number; // who played it
  kind: PlyKind;
  isOwn: boolean; // tried here, not part of the game that was opened
  children: StudyNode[];
  situation: Situation; // after it
}

/** Everything of a line but its plies. */
export type Origin = Omit<GameLine, 'plies'>;

let count = 0;

export function makeRoot(situation: Situation): StudyNode {
  return {
    id: ++count,
    parent: null,
    depth: 0,
    ply: '',
    seat: 0,
    kind: 'move',
    isOwn: false,
    children: [],
    situation,
  };
}

/** The child with this ply, made if it is new. */
export function addPly(parent: StudyNode, ply: string, situation: Situation, isOwn: boolean): StudyNode {
  const known = parent.children.find((child) => child.ply === ply);
  if (known) return known;
  const { turn, awaits } = parent.situation;
  const kind: PlyKind = ply === '' ? 'skip' : awaits === 'roll' ? 'roll' : 'move';
  const node: StudyNode = {
    id: ++count,
    parent,
    depth: parent.depth + 1,
    ply,
    seat: turn ?? 0,
    kind,
    isOwn,
    children: [],
    situation,
  };
  parent.children.push(node);
  return node;
}

/** From the first ply to this one. */
export function pathTo(node: StudyNode): StudyNode[] {
  const path: StudyNode[] = [];
  for (let at: StudyNode | null = node; at?.parent; at = at.parent) path.unshift(at);
  return path;
}

export function rootOf(node: StudyNode): StudyNode {
  return node.parent ? rootOf(node.parent) : node;
}

/** Where first children lead from here. */
export function lineFrom(node: StudyNode): StudyNode[] {
  const line: StudyNode[] = [];
  for (let at = node.children[0]; at; at = at.children[0]) line.push(at);
  return line;
}

export function endOf(node: StudyNode): StudyNode {
  return lineFrom(node).at(-1) ?? node;
}

export function isMain(node: StudyNode): boolean {
  return node.parent === null || (node.parent.children[0] === node && isMain(node.parent));
}

/** The last node of the main line on the way to this one: where a variation left it. */
export function branchOf(node: StudyNode): StudyNode {
  return isMain(node) ? node : branchOf(node.parent!);
}

/**
 * The game up to a node. Who left in mid-game is out from then on; how the game ended is left out, so
 * that one can go on from where somebody gave up.
 */
export function lineTo(origin: Origin, node: StudyNode): GameLine {
  const main = branchOf(node).depth;
  const endings: Ending[] = (origin.endings ?? []).filter((ending) => ending.afterPly < main);
  return { ...origin, plies: pathTo(node).map((step) => step.ply), endings };
}

/** Takes a node and all that follows it out of the tree; the place to be afterwards. */
export function removeBranch(node: StudyNode): StudyNode {
  const { parent } = node;
  if (!parent) return node;
  parent.children.splice(parent.children.indexOf(node), 1);
  return parent;
}

/** Makes the line that a node is in the main one, at every fork on the way. */
export function makeMain(node: StudyNode): void {
  for (const step of pathTo(node)) {
    const siblings = step.parent!.children;
    siblings.splice(siblings.indexOf(step), 1);
    siblings.unshift(step);
  }
}

/** The nearest fork on the way back: the first node of the variation that this one is in. */
export function variationStart(node: StudyNode): StudyNode | null {
  for (let at: StudyNode | null = node; at?.parent; at = at.parent) if (at.parent.children[0] !== at) return at;
  return null;
}

/* What is kept: plies only; everything else is asked of the rules again. */

export interface KeptPly {
  p: string;
  o?: 1; // own
  c?: KeptPly[];
}

export function packTree(root: StudyNode): KeptPly[] {
  return root.children.map(({ ply, isOwn, children }) => {
    const kept: KeptPly = { p: ply };
    if (isOwn) kept.o = 1;
    if (children.length > 0) kept.c = packTree({ children } as StudyNode);
    return kept;
  });
}

/** Whether it has the shape of a kept tree; the rules judge the plies. */
export function isKeptTree(value: unknown, room = { left: 20_000 }): value is KeptPly[] {
  return (
    Array.isArray(value) &&
    value.every((entry: unknown) => {
      if (--room.left < 0 || typeof entry !== 'object' || entry === null) return false;
      const { p, c } = entry as KeptPly;
      return typeof p === 'string' && p.length < 60 && (c === undefined || isKeptTree(c, room));
    })
  );
}
