import type { UserActor } from '../../../src/kernel/actor'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { Texts } from '../../i18n/pt'
import type { LucideIcon } from '../../ui/icons'
import type { UiModel } from '../../ui/ui-model'
import type { ChangeRequest } from '../change-ticket'

/** What a person may do with a ticket now. */
export interface TicketAction {
  label: string
  icon: LucideIcon
  run: () => void
  /** Keyboard shortcut within the open conversation, such as `a t`. */
  shortcut?: string
  danger?: boolean
}

/** What has to be asked before the ticket can be changed. */
export type TicketQuestion = { kind: 'accept' } | { kind: 'transfer'; reopening: boolean }

/** Where an action is offered: at the row of a list or in the open conversation. */
export interface ActionPlace {
  ticket: TicketView
  actor: UserActor
  texts: Pick<Texts, 'conversation' | 'ticket'>
  confirm: UiModel['confirm']
  /** Asks the server for the change and goes where its outcome leads; resolves to whether it was done. */
  change: (request: ChangeRequest) => Promise<boolean>
  /** Opens the dialog of the question. */
  ask: (question: TicketQuestion) => void
}
