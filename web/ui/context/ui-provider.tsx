import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { laterPart } from '../layout/later-part'
import { lazyPart } from '../layout/lazy-part'
import { UiContext, useUi } from './ui-context'
import { createUi, type UiModel } from './ui-model'
import { useSignals } from '@preact/signals-react/runtime'
import { useTexts } from '../../i18n/i18n'
import { IconButton } from '../button/button'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X, type LucideIcon } from '../icons'
import { createPortal } from 'react-dom'
import { cardsOf, type Toast, type ToastKind } from '../toast/toast-model'

interface UiProviderProps {
  /** Created by `createUi()` when code outside of components must show toasts. */
  ui?: UiModel
  children: ReactNode
}

export function UiProvider({ ui: given, children }: UiProviderProps) {
  const [own] = useState(() => given ?? createUi())
  return (
    <UiContext value={given ?? own}>
      {children}
      <ConfirmDialog />
      <ToastRegion />
      <LaterTooltips />
    </UiContext>
  )
}

export const LaterTooltips = laterPart(() => import('../popup/tooltip-layer').then((code) => code.TooltipLayer))
const Question = lazyPart(() => import('../dialog/question').then((code) => code.Question))
/** After what the screen needs. */
const aheadMs = 3000

function ConfirmDialog() {
  useSignals()
  useEffect(() => {
    // The first question tries again.
    const timer = setTimeout(() => void Question.fetch().catch(() => {}), aheadMs)
    return () => clearTimeout(timer)
  }, [])
  const question = useUi().question.value
  return question && <Question key={question.title} question={question} />
}

const icons: Record<ToastKind, LucideIcon> = {
  success: CircleCheck,
  info: Info,
  warning: TriangleAlert,
  error: CircleAlert,
}

function ToastRegion() {
  useSignals()
  const { modals } = useUi()
  // Everything outside an open modal dialog is inert, so the toasts move into it.
  const modal = modals.top.value
  return modal ? createPortal(<ToastList key="modal" />, modal) : <ToastList key="page" />
}

function ToastList() {
  useSignals()
  const t = useTexts()
  const { toast: toasts } = useUi()
  const element = useRef<HTMLElement>(null)
  const some = toasts.list.value.length > 0
  const [open, setOpen] = useState(false)
  const cards = open ? cardsOf(toasts.list.value) : []

  useLayoutEffect(() => {
    // A dialog that closes with the toast is removed first, and the list moves to the page right after.
    if (!element.current?.isConnected) return
    if (!some) {
      element.current.hidePopover()
      return setOpen(false)
    }
    // Showing it again puts it above everything that entered the top layer since.
    element.current.showPopover()
    // Screen readers announce changes of an existing region, but not a region added with its content.
    const frame = requestAnimationFrame(() => setOpen(true))
    return () => cancelAnimationFrame(frame)
  }, [some])

  return (
    <section
      ref={element}
      className="toast-region"
      popover="manual"
      aria-label={t.ui.notifications}
      onPointerEnter={toasts.hold}
      onPointerLeave={toasts.release}
      onFocus={toasts.hold}
      onBlur={toasts.release}
    >
      <div role="status" aria-live="polite" aria-atomic="false">
        {cards.filter(({ toast }) => toast.kind !== 'error').map(row)}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="false">
        {cards.filter(({ toast }) => toast.kind === 'error').map(row)}
      </div>
    </section>
  )
}

interface ToastRowProps {
  toast: Toast
  count: number
}

/** A repeated toast is another element, so that screen readers say it again. */
function row(card: ToastRowProps) {
  return <ToastRow key={card.toast.id} {...card} />
}

function ToastRow({ toast: { id, kind, text, detail, action }, count }: ToastRowProps) {
  const t = useTexts()
  const { toast: toasts } = useUi()
  const Icon = icons[kind]
  return (
    <div className="toast" data-kind={kind}>
      <Icon className="toast-icon" size={18} aria-hidden />
      <div className="toast-text">
        <p>{text}</p>
        {detail && <p className="toast-detail">{detail}</p>}
      </div>
      {count > 1 && (
        <span className="toast-count" aria-hidden>
          {action ? `+${count - 1}` : `×${count}`}
        </span>
      )}
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            toasts.dismiss(id)
            action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon={X} label={t.ui.dismiss} size="xs" onClick={() => toasts.dismiss(id)} />
    </div>
  )
}
