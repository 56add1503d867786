import type { MacroView } from '../../src/macro/macro.record'
import { ApiError } from '../api/api-error'
import { useApp, useUser } from '../app/app-context'
import { links } from '../app/links'
import { useErrorText, useTexts } from '../i18n/i18n'
import { isAttendedBy } from '../ticket/change-ticket'
import { useUi } from '../ui/context/ui-context'
import { randomId } from '../ui/text/random-id'
import { useSignature } from './composer/use-signature'
import { useConversation } from './state/conversation-context'
import type { Signal } from '@preact/signals-react'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'

export function useMacros() {
  const { api, navigation } = useApp()
  const { id: me } = useUser()
  const { model, view } = useConversation()
  const { toast } = useUi()
  const t = useTexts().conversation.macros
  const errorText = useErrorText()
  const signature = useSignature()

  /** The server ignores a repeated key, so that a run with a lost response can be retried. */
  async function run(macro: MacroView, key: string = randomId()): Promise<void> {
    if (view.busy.peek()) return
    view.busy.value = true
    const body = { ticketId: model.ticket.peek().id, key, sign: signature.signs() }
    try {
      const { answer: ticket, isNewest } = await model.ask(() =>
        api.post('/macros/:id/run', { params: { id: macro.id }, body }),
      )
      toast.success(t.done(macro.name))
      if (!isAttendedBy(me, ticket)) return void navigation.go(links.nextTicket())
      if (ticket.id !== body.ticketId) return void navigation.go(links.ticket(ticket.uuid))
      if (isNewest('ticket')) model.setTicket({ ...model.ticket.peek(), ...ticket })
    } catch (cause) {
      refused(macro, key, cause)
    } finally {
      view.busy.value = false
    }
  }

  function refused(macro: MacroView, key: string, cause: unknown) {
    const step = cause instanceof ApiError ? Number(cause.body['step']) : 0
    const kind = macro.steps[step - 1]?.kind
    if (kind) return toast.error(t.refused(macro.name, step, t.kinds[kind], errorText(cause)))
    toast.error(errorText(cause), { action: { label: t.again, onAction: () => void run(macro, key) } })
  }

  return { run }
}

/** After the first conversation is shown. */
const loadAfterMs = 2000

/** Loads the macros that the user may use, again after each change; returns the function that stops it. */
export function followMacros(
  api: ApiClient,
  live: Pick<LiveSocketClient, 'subscribe'>,
  macros: Signal<readonly MacroView[] | undefined>,
): () => void {
  // Without an answer none are offered until the next change, or until someone asks for them.
  const load = () => void loadMacros(api, macros).catch(() => {})
  const timer = setTimeout(load, loadAfterMs)
  const unsubscribe = live.subscribe('macro', load)
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

export async function loadMacros(api: ApiClient, macros: Signal<readonly MacroView[] | undefined>): Promise<void> {
  macros.value = await api.get('/macros/list', {})
}
