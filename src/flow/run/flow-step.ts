import type { Answer } from './read-answer'

/** Position of a run, stored between the contact's messages. */
export interface FlowState {
  nodeId: string
  /** Index of the element within a content block. */
  element: number
  /** `turn`: the run continues at once, in a transaction of its own. */
  waiting: 'answer' | 'interval' | 'turn'
  variables: Readonly<Record<string, string>>
  /** Nodes and elements run since the contact's last answer. */
  steps: number
  /** Wrong answers to the present menu or question. */
  tries: number
}

export type FlowInput =
  | ({ type: 'start' } & Pick<Answer, 'fields'>)
  | ({ type: 'answer' } & Answer)
  /** An interval is over, or the next turn starts. */
  | { type: 'continue' }

export interface FlowEnvironment {
  valueOf(name: string): string | undefined
  /** From 0 up to 1. */
  random(): number
  /** Messages that may be sent before the contact's next one. */
  messagesLeft: number
}

/** `loop`: nothing waits for the contact, so what was not yet sent is withdrawn. `limit`: too many messages in a row. */
export type FlowEnd = 'finished' | 'left' | 'loop' | 'limit' | 'agent'

export type FlowEffect =
  /** `delayMs`: pause after what was sent before. */
  | { type: 'text'; text: string; delayMs: number }
  | { type: 'media'; kind: 'img' | 'audio' | 'video'; file: string; record: boolean; delayMs: number }
  | { type: 'queue'; queueId: number }
  | { type: 'tag'; tagId: number }
  /** The AI agent takes over with the run's variables. */
  | { type: 'agent'; agentId: number; variables: Readonly<Record<string, string>> }
  /** The run continues after this time. */
  | { type: 'interval'; seconds: number }
  /** No answer fitted; the ticket waits for a person, and a fitting answer is still accepted. */
  | { type: 'unanswered' }
  /** The node was skipped. */
  | { type: 'problem'; code: 'flowIncompleteNode' | 'flowLoop' | 'automaticLimit' | 'flowNoStart'; nodeId: string }
  | { type: 'end'; reason: FlowEnd }

export interface FlowStep {
  /** Undefined when the run ended. */
  state: FlowState | undefined
  effects: FlowEffect[]
}
