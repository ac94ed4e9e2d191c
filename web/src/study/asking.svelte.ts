// Tables asked about where the reader stands: one question at a time, and of those that wait only the last.

import type { GameLine } from '../engine/types';
import { forgetOffers } from '../lib/offers';
import { consultTables, type Consultation } from './tables';
import type { StudyNode } from './tree';

const SLOW_MS = 2500;

/** What there is to say of the tables: `slow` is being waited for. */
export type TableState = 'known' | 'slow' | 'cut' | 'damaged' | null;

interface Question {
  node: StudyNode;
  line: GameLine;
}

export class Asking {
  private answers = $state.raw(new Map<number, Consultation>());
  private slow: number | null = $state(null); // the node that is being waited for
  private running: Question | null = null;
  private next: Question | null = null;
  private isClosed = false;

  constructor(private readonly consult: (line: GameLine) => Promise<Consultation> = consultTables) {}

  of(node: StudyNode): Consultation | null {
    return this.answers.get(node.id) ?? null;
  }

  stateOf(node: StudyNode): TableState {
    const answer = this.of(node);
    if (!answer) return this.slow === node.id ? 'slow' : null;
    return answer.fault ?? (answer.exact ? 'known' : null);
  }

  ask(node: StudyNode, line: GameLine): void {
    if (node.situation.result || this.answers.has(node.id) || this.running?.node === node) return;
    this.next = { node, line };
    void this.run();
  }

  /** Once more, from what can be had now. */
  again(node: StudyNode, line: GameLine): void {
    forgetOffers();
    const answers = new Map(this.answers);
    answers.delete(node.id);
    this.answers = answers;
    this.ask(node, line);
  }

  close(): void {
    this.isClosed = true;
    this.next = null;
  }

  private async run(): Promise<void> {
    while (!this.running && this.next && !this.isClosed) {
      const question = this.next;
      const timer = setTimeout(() => (this.slow = question.node.id), SLOW_MS);
      this.running = question;
      this.next = null;
      const answer = await this.consult(question.line).catch(() => null);
      clearTimeout(timer);
      this.slow = null;
      this.running = null;
      if (answer && !this.isClosed) this.answers = new Map(this.answers).set(question.node.id, answer);
    }
  }
}
