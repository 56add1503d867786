import { useEffect, useLayoutEffect, useRef } from 'react'
import type { BoardLane } from '../../src/ticket/ticket.answers'
import { isFocusLost } from '../ui/layout/focus-drawn'

interface FocusedCard {
  ticketId: string
  /** What has the focus: the card's link, or its menu. */
  part: string
  lane: Element | null
  index: number
}

const cardSelector = '[data-ticket]'
const menuSelector = '[aria-haspopup]'

/** A card that changes lanes is another element there. Its neighbour gets the focus when it leaves. */
export function useKeptFocus(lanes: readonly BoardLane[]) {
  const board = useRef<HTMLDivElement>(null)
  const focused = useRef<FocusedCard>(undefined)

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => void (focused.current = describe(target))
    // A press beside the card takes the focus away as well.
    const onPress = ({ target }: PointerEvent) => {
      if (describe(target)?.ticketId !== focused.current?.ticketId) focused.current = undefined
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [])

  useLayoutEffect(() => {
    const kept = focused.current
    if (!kept || !isFocusLost()) return
    const card = board.current?.querySelector(`[data-ticket="${kept.ticketId}"]`) ?? neighbourOf(kept)
    const target = card?.querySelector<HTMLElement>(kept.part) ?? kept.lane?.querySelector('button')
    target?.focus()
  }, [lanes])

  return board
}

function describe(target: EventTarget | null): FocusedCard | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>(cardSelector) : null
  if (!card) return undefined
  const part = (target as Element).matches('a') ? 'a' : menuSelector
  const index = [...(card.parentElement?.children ?? [])].indexOf(card)
  return { ticketId: card.dataset['ticket'] ?? '', part, lane: card.closest('section'), index }
}

function neighbourOf({ lane, index }: FocusedCard) {
  const cards = [...(lane?.querySelectorAll(cardSelector) ?? [])]
  return cards[index] ?? cards.at(-1)
}
