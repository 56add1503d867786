import { useState } from 'react'
import { useApp } from '../../app/app-context'
import { useAttempt } from '../../ui/form/use-attempt'
import { useConversation } from '../state/conversation-context'

/** Requests a suggested reply and appends it to the composer's text. It is never sent by itself. */
export function useSuggestion() {
  const { model, composer } = useConversation()
  const { api } = useApp()
  const attempt = useAttempt()
  const [isAsked, setAsked] = useState(false)

  async function ask() {
    if (isAsked) return
    setAsked(true)
    composer.focusWanted.value += 1
    await attempt(async () => {
      const { text } = await api.post('/tickets/:id/suggested-reply', { params: { id: model.ticket.peek().id } })
      composer.add(text)
    })
    setAsked(false)
  }

  return { isAsked, ask: () => void ask() }
}
