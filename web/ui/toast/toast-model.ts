import { signal, type ReadonlySignal } from '@preact/signals-react'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

interface ToastOptions {
  detail?: string
  action?: { label: string; onAction: () => void }
  durationMs?: number
  /** Its action expires, so reading it does not extend its time. */
  expires?: boolean
}

export interface Toast extends ToastOptions {
  id: number
  kind: ToastKind
  text: string
  /** How often it was said without a pause. */
  times: number
}

export interface ToastModel {
  readonly list: ReadonlySignal<readonly Toast[]>
  success(text: string, options?: ToastOptions): number
  info(text: string, options?: ToastOptions): number
  warning(text: string, options?: ToastOptions): number
  error(text: string, options?: ToastOptions): number
  dismiss(id: number): void
  /** Keeps all toasts while they are read or used. */
  hold(): void
  release(): void
}

const durationMs = 2000
const actionDurationMs = 6000

function isEqual(one: Toast, other: Toast) {
  return one.kind === other.kind && one.text === other.text && one.detail === other.detail
}

/** Those with the same action share one, whatever they say. */
function isSameCard(one: Toast, other: Toast) {
  if (one.action?.label !== other.action?.label) return false
  return one.action ? one.kind === other.kind : isEqual(one, other)
}

interface ToastCard {
  toast: Toast
  count: number
}

/** Equal toasts share a card, and those with the same action. The newest card is last. Each toast keeps its action and time. */
export function cardsOf(toasts: readonly Toast[]): ToastCard[] {
  return toasts
    .filter((toast, index) => !toasts.slice(index + 1).some((newer) => isSameCard(newer, toast)))
    .map((toast) => ({
      toast,
      count: toasts.filter((other) => isSameCard(other, toast)).reduce((sum, { times }) => sum + times, 0),
    }))
}

/** `screenMs`: how long the present screen shows them; undefined for the usual time. */
export function createToasts(screenMs: () => number | undefined = () => undefined): ToastModel {
  const list = signal<readonly Toast[]>([])
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  let lastId = 0

  function dismiss(id: number) {
    clearTimeout(timers.get(id))
    timers.delete(id)
    list.value = list.value.filter((toast) => toast.id !== id)
  }

  function schedule({ id, action, durationMs: own }: Toast) {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => dismiss(id), own ?? (action ? actionDurationMs : (screenMs() ?? durationMs))),
    )
  }

  function show(kind: ToastKind, text: string, options: ToastOptions = {}) {
    const toast = { ...options, id: ++lastId, kind, text, times: 1 }
    // What was said before gives way to the same kind, unless it can still be acted on.
    const before = list.value.find((shown) => !options.action && !shown.action && shown.kind === kind)
    if (before && isEqual(before, toast)) toast.times += before.times
    if (before) dismiss(before.id)
    list.value = [...list.value, toast]
    schedule(toast)
    return toast.id
  }

  return {
    list,
    success: (text, options) => show('success', text, options),
    info: (text, options) => show('info', text, options),
    warning: (text, options) => show('warning', text, options),
    error: (text, options) => show('error', text, options),
    dismiss,
    hold() {
      for (const { id, expires } of list.value) if (!expires) clearTimeout(timers.get(id))
    },
    release() {
      for (const toast of list.value) if (!toast.expires) schedule(toast)
    },
  }
}
