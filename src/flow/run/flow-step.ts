import type { TicketPriority } from '../../ticket/ticket-priority.contract'
import type { RunNode } from './flow-graph'
import type { Answer } from './read-answer'

export interface FlowState {
  nodeId: string
  element: number
  /** `turn`: continues at once, in its own transaction. */
  waiting: 'answer' | 'interval' | 'turn'
  variables: Readonly<Record<string, string>>
  /** Since the contact's last answer. */
  steps: number
  tries: number
}

export type FlowInput =
  | ({ type: 'start' } & Pick<Answer, 'fields'>)
  | ({ type: 'answer' } & Answer)
  /** An interval is over, or the next turn starts. */
  | { type: 'continue' }

export interface FlowEnvironment {
  valueOf(name: string): string | undefined
  random(): number
  messagesLeft: number
}

/** `loop`: nothing waits, so what was not sent is withdrawn. `limit`: too many messages in a row. */
export type FlowEnd = 'finished' | 'left' | 'loop' | 'limit' | 'agent'

interface FromNode {
  /** The type of the node that says it. */
  node?: RunNode['type'] | undefined
}

export type FlowEffect =
  /** `delayMs`: after what was sent before. */
  | ({ type: 'text'; text: string; delayMs: number } & FromNode)
  | ({ type: 'media'; kind: 'img' | 'audio' | 'video'; file: string; record: boolean; delayMs: number } & FromNode)
  | { type: 'queue'; queueId: number }
  | { type: 'tag'; tagId: number }
  | { type: 'priority'; priority: TicketPriority }
  | { type: 'agent'; agentId: number; variables: Readonly<Record<string, string>> }
  | { type: 'interval'; seconds: number }
  /** A fitting answer is still accepted. */
  | { type: 'unanswered' }
  /** The node was skipped. */
  | { type: 'problem'; code: 'flowIncompleteNode' | 'flowLoop' | 'automaticLimit' | 'flowNoStart'; nodeId: string }
  | { type: 'end'; reason: FlowEnd }

export interface FlowStep {
  state: FlowState | undefined
  effects: FlowEffect[]
}
