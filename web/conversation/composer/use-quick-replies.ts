import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { createRanking } from '../../../src/kernel/text/search-words.contract'
import type { QuickMessageView } from '../../../src/quick-message/quick-message.record'
import { useConversation } from '../state/conversation-context'
import { useFormat } from '../../i18n/i18n'

const shownMax = 50

export type QuickReplies = ReturnType<typeof useQuickReplies>
export type SuggestionCode = typeof import('./suggestion-code')
export const loadSuggestionCode = () => import('./suggestion-code')

/** A slash at the start opens the quick replies; the text after it filters them. */
export function useQuickReplies(text: string, allowed: boolean) {
  useSignals()
  const { composer, quickReplies } = useConversation()
  const version = quickReplies.version.value
  const { api } = useApp()
  const fill = useFilledVariables()
  const { id: userId, companyId } = useUser()
  const [{ list, code }, setLoaded] = useState<LoadedReplies>({ list: [], code: undefined })
  const [closedAt, setClosedAt] = useState<string>()
  const isTriggered = allowed && text.startsWith('/') && !text.includes('\n')
  const open = isTriggered && list.length > 0 && closedAt !== text

  useEffect(() => {
    if (!isTriggered) return
    let left = false
    quickReplies.current ??= api.get('/quick-messages/list', { query: { companyId, userId } })
    Promise.all([quickReplies.current, loadSuggestionCode()]).then(
      ([found, loaded]) => !left && setLoaded({ list: found, code: loaded }),
      // Without an answer there is no popup; the next slash tries again.
      () => (quickReplies.current = undefined),
    )
    return () => {
      left = true
    }
  }, [isTriggered, api, companyId, userId, quickReplies, version])

  const query = text.slice(1).trim()
  // There may be thousands, searched at each key.
  const rank = useMemo(
    () => createRanking(list, ({ shortcode, message }) => [shortcode.replace(/^\//, ''), message]),
    [list],
  )
  const found = useMemo(() => (isTriggered ? rank(query).slice(0, shownMax) : []), [rank, query, isTriggered])

  function pick(reply: QuickMessageView | undefined) {
    if (!reply || !code) return
    composer.text.value = fill(reply.message, code)
    composer.focusWanted.value += 1
    if (reply.mediaPath) void attach(reply.mediaPath, reply.mediaName)
  }

  async function attach(mediaPath: string, name: string | null) {
    const key = mediaPath.slice(mediaPath.lastIndexOf('/') + 1)
    const blob = await api.file('/media/:key', { params: { key } })
    composer.addFiles([new File([blob], name || key, { type: blob.type })])
  }

  const close = () => setClosedAt(text)
  const rows = useSuggestedRows({ open, found, query, pick, close })

  return { open, found, pick, close, ...rows }
}

interface LoadedReplies {
  list: readonly QuickMessageView[]
  code: SuggestionCode | undefined
}

function useFilledVariables() {
  const { model } = useConversation()
  const { company, name: userName } = useUser()
  const format = useFormat()
  return (text: string, { replaceVariables, variableValues }: SuggestionCode) => {
    const { id, contact, queue, whatsapp, createdAt } = model.ticket.peek()
    const now = new Date()
    return replaceVariables(
      text,
      variableValues({
        contact,
        userName,
        queue: queue?.name ?? '',
        connection: whatsapp?.name ?? '',
        company: company.name,
        ticketId: id,
        createdDay: format.isoDay(createdAt),
        now: { day: format.isoDay(now), time: format.time(now) },
      }),
    )
  }
}

interface SuggestedRows<Row> {
  open: boolean
  found: readonly Row[]
  /** The first row becomes the active one when it changes. */
  query: string | undefined
  pick(row: Row | undefined): void
  close(): void
}

/** The active row of a list that the composer's text opens, and its keys. The focus stays in the composer. */
export function useSuggestedRows<Row>({ open, found, query, pick, close }: SuggestedRows<Row>) {
  const [active, setActive] = useState(0)
  useEffect(() => setActive(0), [query])

  /** Returns whether the list handled the key. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!open) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + found.length) % (found.length || 1))
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      if (found.length === 0) return false
      pick(found[active])
    } else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return { active, setActive, onKeyDown }
}
