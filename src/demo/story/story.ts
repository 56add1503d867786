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
  /** Of the side's own last message. */
  | { kind: 'edit'; by: Side; text: string }
  | { kind: 'erase'; by: Side }
  /** A private message in the conversation. */
  | { kind: 'private'; text: string }
  | { kind: 'note'; text: string }
  | { kind: 'transfer'; to: QueueName; message: string }

export interface Story {
  queue: QueueName
  tags: readonly string[]
  steps: readonly Step[]
}

export const c = (text: string): Step => ({ kind: 'say', by: 'contact', text })
export const cQuote = (text: string): Step => ({ kind: 'say', by: 'contact', text, quote: true })
export const cFile = (file: DemoFile, caption?: string): Step => ({ kind: 'file', by: 'contact', file, caption })
export const cPlace = (): Step => ({ kind: 'place' })
export const cCard = (): Step => ({ kind: 'card', by: 'contact' })
export const cReact = (emoji: string): Step => ({ kind: 'react', by: 'contact', emoji })
export const cEdit = (text: string): Step => ({ kind: 'edit', by: 'contact', text })
export const cErase = (): Step => ({ kind: 'erase', by: 'contact' })

export const a = (text: string): Step => ({ kind: 'say', by: 'agent', text })
export const aQuote = (text: string): Step => ({ kind: 'say', by: 'agent', text, quote: true })
export const aFile = (file: DemoFile, caption?: string): Step => ({ kind: 'file', by: 'agent', file, caption })
export const aCard = (): Step => ({ kind: 'card', by: 'agent' })
export const aReact = (emoji: string): Step => ({ kind: 'react', by: 'agent', emoji })
export const aEdit = (text: string): Step => ({ kind: 'edit', by: 'agent', text })
export const aErase = (): Step => ({ kind: 'erase', by: 'agent' })
export const secret = (text: string): Step => ({ kind: 'private', text })
export const note = (text: string): Step => ({ kind: 'note', text })
export const transfer = (to: QueueName, message: string): Step => ({ kind: 'transfer', to, message })
