import type { UserActor } from '../../../src/kernel/company/actor'
import type { TicketView } from '../../../src/ticket/ticket.answers'
import type { Texts } from '../../i18n/pt'
import type { LucideIcon } from '../../ui/icons'
import type { UiModel } from '../../ui/context/ui-model'
import type { ChangeRequest } from '../change-ticket'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { actorOf } from '../../session/session-actor'
import { useUi } from '../../ui/context/ui-context'

export interface TicketAction {
  label: string
  icon: LucideIcon
  /** Additional search terms in the command palette. */
  keywords?: string
  /** Returns a promise if it takes time; meanwhile it is not run again. */
  run: () => unknown
  /** Keyboard shortcut within the open conversation, such as `a t`. */
  shortcut?: string
  /** Changes the ticket without a question. */
  isImmediate?: boolean
  danger?: boolean
}

/** The question to ask before the change. */
type TicketQuestion = { kind: 'accept' } | { kind: 'transfer'; reopening: boolean }

/** Where an action is offered: a row of a list, or the open conversation. */
export interface ActionContext {
  ticket: TicketView
  actor: UserActor
  texts: Pick<Texts, 'conversation' | 'ticket'>
  confirm: UiModel['confirm']
  /** Requests the change and navigates by its outcome; resolves to whether it succeeded. */
  change: (request: ChangeRequest) => Promise<boolean>
  ask: (question: TicketQuestion) => void
}

export function useActionContext(given: Pick<ActionContext, 'ticket' | 'change' | 'ask'>): ActionContext {
  const actor = actorOf(useUser())
  const texts = useTexts()
  const { confirm } = useUi()
  return { ...given, actor, texts, confirm }
}
