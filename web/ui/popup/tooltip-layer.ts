import { useEffect } from 'react'
import { keyName } from './keyboard-hint'
import { positionPopup, type Side } from './use-popup'

const depthMax = 4

const lengthMax = 400

const hasTitle = (element: Element) => element.closest('[title]') !== null

const delayMs = 450
/** Later than a long press that opens something (`use-long-press.ts`), which has precedence. */
const pressMs = 500
const slackPx = 10
/** After one tooltip, those of neighbours open at once. */
const warmMs = 400
const hideMs = 80

/** One for all elements with `data-tooltip`, so that a thousand rows with six buttons share it. Cut texts show the whole text. */
export function TooltipLayer() {
  useEffect(() => {
    const element = createTooltip()
    const stop = watchTooltips(element)
    return () => {
      stop()
      element.remove()
    }
  }, [])
  return null
}

function createTooltip() {
  const element = document.createElement('div')
  element.className = 'tooltip'
  element.setAttribute('role', 'tooltip')
  element.id = 'tooltip'
  element.popover = 'manual'
  return element
}

/** Screen readers find it in the landmark of its element; in a dialog it is not inert. */
function landmarkOf(anchor: HTMLElement) {
  return anchor.closest('dialog') ?? anchor.closest('main') ?? anchor.closest('aside, header, nav') ?? document.body
}

function createDisplay(element: HTMLElement) {
  let shown: HTMLElement | null = null
  let described: HTMLElement | null = null
  let hiddenAt = 0

  function hide() {
    if (!shown) return
    described?.removeAttribute('aria-describedby')
    described = shown = null
    hiddenAt = Date.now()
    element.hidePopover()
    element.replaceChildren()
  }

  function show(anchor: HTMLElement) {
    if (!anchor.isConnected || anchor === shown || anchor.ariaExpanded === 'true') return
    hide()
    const { tooltipSide, tooltipKeys } = anchor.dataset
    const text = anchor.dataset['tooltip'] ?? wholeTextOf(anchor) ?? ''
    // It may have got room meanwhile.
    if (text === '') return
    element.replaceChildren(text, ...(tooltipKeys?.split(' ') ?? []).map(keyElement))
    describe(anchor, text)
    shown = anchor
    const landmark = landmarkOf(anchor)
    if (element.parentElement !== landmark) landmark.append(element)
    element.showPopover()
    positionPopup(element, anchor, { side: (tooltipSide as Side | undefined) ?? 'top', align: 'center', gap: 6 })
  }

  function describe(anchor: HTMLElement, text: string) {
    const owner =
      anchor.dataset['tooltip'] === undefined ? (anchor.closest<HTMLElement>('a, button') ?? anchor) : anchor
    // A description equal to the name would be read twice. What CSS cuts is whole in the name.
    const isName =
      owner.ariaLabel === text || (anchor.dataset['tooltip'] === undefined && shortenedIn(anchor) === undefined)
    if (isName || owner.hasAttribute('aria-describedby')) return
    owner.setAttribute('aria-describedby', element.id)
    described = owner
  }

  const isWarm = () => shown !== null || Date.now() - hiddenAt < warmMs
  return { show, hide, isWarm, shown: () => shown }
}

function watchTooltips(element: HTMLElement) {
  const display = createDisplay(element)
  let timer: ReturnType<typeof setTimeout> | undefined

  function hide() {
    clearTimeout(timer)
    display.hide()
  }

  function show(anchor: HTMLElement) {
    clearTimeout(timer)
    display.show(anchor)
  }

  function onOver({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch') return
    if (target === element) return clearTimeout(timer)
    const anchor = tooltipOf(target)
    clearTimeout(timer)
    if (anchor && anchor === display.shown()) return
    // The next tooltip replaces the shown one.
    if (!anchor) {
      if (display.shown()) timer = setTimeout(hide, hideMs)
      return
    }
    timer = setTimeout(() => show(anchor), display.isWarm() ? hideMs : delayMs)
  }

  function onFocus({ target, relatedTarget }: FocusEvent) {
    const focused = target instanceof HTMLElement ? target : undefined
    const anchor = tooltipOf(target) ?? (focused && findCutWithin(focused))
    // A dialog that opens focuses a button unasked, and still moves.
    const dialog = anchor?.closest('dialog')
    const isOpening = dialog && !(relatedTarget instanceof Node && dialog.contains(relatedTarget))
    if (anchor && focused?.matches(':focus-visible') && !isOpening) show(anchor)
    else hide()
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Escape' || key === 'Enter' || key === ' ') hide()
  }

  const stop = new AbortController()
  const options = { signal: stop.signal, passive: true, capture: true }
  watchFingers({ show, hide }, stop.signal)
  passClicks(element, stop.signal)
  document.addEventListener('pointerover', onOver, options)
  document.addEventListener('focusin', onFocus, options)
  document.addEventListener('focusout', hide, options)
  document.addEventListener('keydown', onKeyDown, options)
  document.addEventListener('scroll', hide, options)
  return () => {
    hide()
    stop.abort()
  }
}

/** In a list, the tooltip covers the row above; a press on it, which hides it, is meant for that row. */
function passClicks(element: HTMLElement, signal: AbortSignal) {
  let isOnTooltip = false
  const onDown = ({ target }: PointerEvent) => {
    isOnTooltip = target instanceof Node && element.contains(target)
  }
  const onClick = (event: MouseEvent) => {
    if (!isOnTooltip) return
    isOnTooltip = false
    swallow(event)
    const below = document.elementFromPoint(event.clientX, event.clientY)
    below?.dispatchEvent(new MouseEvent('click', event))
  }
  addEventListener('pointerdown', onDown, { signal, capture: true })
  addEventListener('click', onClick, { signal, capture: true })
}

/** A finger has no hover: a long press shows the tooltip, and a tap does where nothing else would happen. */
function watchFingers({ show, hide }: { show(anchor: HTMLElement): void; hide(): void }, signal: AbortSignal) {
  let press: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined
  let [isTouch, wasLong] = [false, false]

  function end() {
    clearTimeout(press?.timer)
    press = undefined
  }

  function onDown({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
    hide()
    end()
    ;[isTouch, wasLong] = [pointerType === 'touch', false]
    const anchor = tooltipOf(target)
    if (!isTouch || !anchor) return
    const timer = setTimeout(() => {
      // Where the long press has opened a dialog, everything outside of it is inert.
      if (document.querySelector('dialog:modal') && !anchor.closest('dialog')) return
      wasLong = true
      show(anchor)
    }, pressMs)
    press = { timer, x, y }
  }

  function onMove({ clientX, clientY }: PointerEvent) {
    if (press && Math.hypot(clientX - press.x, clientY - press.y) > slackPx) end()
  }

  function onClick(event: MouseEvent) {
    // The keyboard clicks without a touch.
    if (!isTouch || event.detail === 0) return
    const anchor = tooltipOf(event.target)
    if (wasLong) swallow(event)
    else if (anchor && !anchor.closest('a, button, label, summary, [data-open]')) show(anchor)
    wasLong = false
  }

  const options = { signal, capture: true }
  document.addEventListener('pointerdown', onDown, options)
  document.addEventListener('pointermove', onMove, options)
  for (const type of ['pointerup', 'pointercancel'] as const) document.addEventListener(type, end, options)
  document.addEventListener('click', onClick, options)
  document.addEventListener('contextmenu', (event) => wasLong && swallow(event), options)
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

function tooltipOf(target: EventTarget | null) {
  if (!(target instanceof Element)) return undefined
  return target.closest<HTMLElement>('[data-tooltip]') ?? findCutAround(target)
}

function keyElement(key: string) {
  const element = document.createElement('kbd')
  element.className = 'keyboard-hint-key'
  element.textContent = keyName(key)
  return element
}

/** Returns the whole text of an element that shows it cut, by an ellipsis of CSS or by `CutText`. */
function wholeTextOf(element: HTMLElement): string | undefined {
  const whole = shortenedIn(element)
  if (whole !== undefined) return whole
  if (!isCut(element)) return undefined
  return element.textContent.replace(/\s+/g, ' ').trim().slice(0, lengthMax)
}

function shortenedIn(element: HTMLElement): string | undefined {
  return element.dataset['whole'] ?? element.querySelector<HTMLElement>('[data-whole]')?.dataset['whole']
}

/** Returns the element whose text is cut at the place that is pointed at. Native titles show their text themselves. */
function findCutAround(target: Element): HTMLElement | undefined {
  let element: Element | null = target
  for (let depth = 0; element instanceof HTMLElement && depth < depthMax; depth++) {
    if (element.dataset['whole'] !== undefined || isCut(element)) return hasTitle(element) ? undefined : element
    element = element.parentElement
  }
  return undefined
}

function findCutWithin(target: Element): HTMLElement | undefined {
  if (!target.matches('a, button') || hasTitle(target)) return undefined
  const parts = [target, ...target.querySelectorAll('*')].filter((part) => part instanceof HTMLElement)
  return parts.find((part) => part.dataset['whole'] !== undefined || isCut(part))
}

function isCut(element: HTMLElement) {
  if (element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight) return false
  const { overflow, textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return false
  const cutsLine = textOverflow === 'ellipsis' && overflow !== 'visible' && element.scrollWidth > element.clientWidth
  return cutsLine || (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight)
}
