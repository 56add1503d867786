import type { DemoFile } from '../company/demo-files'
import type { QueueName } from '../company/demo-company'

type Side = 'contact' | 'agent'

/** A step of a conversation. `quote` quotes the other side's last message. */
export type Step =
  | { kind: 'say'; by: Side; text: string; quote?: boolean }
  | { kind: 'file'; by: Side; file: DemoFile; caption?: string }
  | { kind: 'place' }
  | { kind: 'card'; by: Side }
  /** To the other side's last message. */
  | { kind: 'react'; by: Side; emoji: string }
  /** Changes the side's own last message. */
  | { kind: 'edit'; by: Side; text: string }
  | { kind: 'erase'; by: Side }
  | { kind: 'private'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'transfer'; to: QueueName; message: string }

export interface Story {
  queue: QueueName
  tags: readonly string[]
  steps: readonly Step[]
}

export const contact = (text: string): Step => ({ kind: 'say', by: 'contact', text })
export const contactQuote = (text: string): Step => ({ kind: 'say', by: 'contact', text, quote: true })
export const contactFile = (file: DemoFile, caption?: string): Step => ({ kind: 'file', by: 'contact', file, caption })
export const contactLocation = (): Step => ({ kind: 'place' })
export const contactCard = (): Step => ({ kind: 'card', by: 'contact' })
export const contactReact = (emoji: string): Step => ({ kind: 'react', by: 'contact', emoji })
export const contactEdit = (text: string): Step => ({ kind: 'edit', by: 'contact', text })
export const contactErase = (): Step => ({ kind: 'erase', by: 'contact' })

export const agent = (text: string): Step => ({ kind: 'say', by: 'agent', text })
export const agentQuote = (text: string): Step => ({ kind: 'say', by: 'agent', text, quote: true })
export const agentFile = (file: DemoFile, caption?: string): Step => ({ kind: 'file', by: 'agent', file, caption })
export const agentCard = (): Step => ({ kind: 'card', by: 'agent' })
export const agentReact = (emoji: string): Step => ({ kind: 'react', by: 'agent', emoji })
export const agentEdit = (text: string): Step => ({ kind: 'edit', by: 'agent', text })
export const agentErase = (): Step => ({ kind: 'erase', by: 'agent' })
export const privateMessage = (text: string): Step => ({ kind: 'private', text })
export const note = (text: string): Step => ({ kind: 'note', text })
export const transfer = (to: QueueName, message: string): Step => ({ kind: 'transfer', to, message })
