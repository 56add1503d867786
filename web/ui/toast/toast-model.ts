import { signal, type ReadonlySignal } from '@preact/signals-react'

export type ToastKind = 'success' | 'info' | 'warning' | 'error'

interface ToastOptions {
  /** A second sentence below, such as why something failed. */
  detail?: string
  /** Such as Undo. */
  action?: { label: string; onAction: () => void }
  durationMs?: number
  /** Its action expires, so reading it does not extend its time. */
  expires?: boolean
}

export interface Toast extends ToastOptions {
  id: number
  kind: ToastKind
  text: string
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
/** Users need time to notice an action. */
const actionDurationMs = 6000
const countMax = 4

/**
 * Creates the toasts of one app instance.
 * @param screenMs how long the present screen shows them; undefined for the usual time
 */
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
    // A repeated toast is extended instead of shown twice.
    const isSame = (toast: Toast) => toast.kind === kind && toast.text === text && toast.detail === options.detail
    const same = options.action ? undefined : list.value.find(isSame)
    const toast = same ?? { ...options, id: ++lastId, kind, text }
    if (!same) list.value = [...list.value, toast].slice(-countMax)
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
