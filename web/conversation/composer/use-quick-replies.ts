import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { rankBySearch } from '../../../src/kernel/search-words.contract'
import { useFilledVariables } from './use-filled-variables'
import type { QuickReply } from './quick-reply'
import { useConversation } from '../conversation-context'

const shownMax = 50

export type QuickReplies = ReturnType<typeof useQuickReplies>

/** A slash at the very beginning finds the company's prepared answers; what follows it narrows them down. */
export function useQuickReplies(text: string, allowed: boolean) {
  const { composer, quickReplies } = useConversation()
  const { api } = useApp()
  const fill = useFilledVariables()
  const { id: userId, companyId } = useUser()
  const [list, setList] = useState<readonly QuickReply[]>([])
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<string>()
  const asked = allowed && text.startsWith('/') && !text.includes('\n')
  const open = asked && list.length > 0 && closedAt !== text

  useEffect(() => {
    if (!asked) return
    let left = false
    quickReplies.current ??= api.untyped.get<unknown>('/quick-messages/list', { companyId, userId }).then(readList)
    quickReplies.current.then(
      (found) => !left && setList(found),
      // No answers, no popup; asked again with the next slash.
      () => (quickReplies.current = undefined),
    )
    return () => {
      left = true
    }
  }, [asked, api, companyId, userId, quickReplies])

  const query = text.slice(1).trim()
  const found = useMemo(
    () =>
      rankBySearch(list, query, ({ shortcode, message }) => [shortcode.replace(/^\//, ''), message]).slice(0, shownMax),
    [list, query],
  )
  useEffect(() => setActive(0), [query])

  function pick(reply: QuickReply | undefined) {
    if (!reply) return
    composer.text.value = fill(reply.message)
    composer.focusWanted.value += 1
    if (reply.mediaPath) void attach(reply)
  }

  async function attach({ mediaPath, mediaName }: QuickReply) {
    const path = String(mediaPath)
    const blob = await api.untyped.blob(path.startsWith('/') ? path : `/media/${path}`)
    composer.addFiles([new File([blob], mediaName || path.split('/').at(-1) || 'arquivo', { type: blob.type })])
  }

  /** True when the key was for the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!open) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + found.length) % (found.length || 1))
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      if (found.length === 0) return false
      pick(found[active])
    } else if (event.key === 'Escape') setClosedAt(text)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return { open, found, active, setActive, pick, onKeyDown, close: () => setClosedAt(text) }
}

function readList(answer: unknown): QuickReply[] {
  const list: unknown = typeof answer === 'object' && answer !== null && 'records' in answer ? answer.records : answer
  return Array.isArray(list) ? (list as QuickReply[]) : []
}
