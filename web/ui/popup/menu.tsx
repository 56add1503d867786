import { Check, type LucideIcon } from '../icons'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { foldText } from '../../../src/kernel/text/fold-text.contract'
import { KeyboardHint } from './keyboard-hint'
import { PlainLink } from '../display/link'
import { type RunOnce, useRunOnce } from '../button/button'
import { Spinner } from '../feedback/spinner'
import { usePopup, type Align, type Side } from './use-popup'

export interface MenuAction {
  label: string
  icon?: LucideIcon
  /** Returns a promise if it takes time; until then the item is disabled. */
  onSelect?: () => unknown
  href?: string
  danger?: boolean
  disabled?: boolean
  note?: string
  /** Makes it a checkable item; the menu stays open, unless `closes`. */
  checked?: boolean
  closes?: boolean
  keys?: readonly string[]
}

export type MenuItem = MenuAction | 'separator' | { heading: string }

export interface PopupTrigger {
  ref: RefObject<HTMLButtonElement | null>
  id: string
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  'aria-busy'?: boolean | undefined
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

interface MenuProps {
  trigger: (trigger: PopupTrigger) => ReactNode
  /** A function is called when the menu opens, for lists with a menu in each row. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  side?: Side
  align?: Align
  /** Where the focus returns, if a key opens it from elsewhere: to the trigger, or to where it was. */
  returnFocus?: 'anchor' | 'before'
  header?: ReactNode
}

export function Menu({ trigger, items, side, align = 'start', returnFocus, header }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'first' | 'last' | null>(null)
  const { pending, run } = useRunOnce()
  const popup = usePopup({
    open: open !== null,
    onClose: () => setOpen(null),
    anchor: button,
    side,
    align,
    ...(returnFocus && { returnFocus }),
  })

  return (
    <>
      {trigger({
        ref: button,
        id: `${id}-button`,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== null,
        'aria-controls': open ? `${id}-menu` : undefined,
        'aria-busy': pending.size > 0 || undefined,
        onClick: () => setOpen(open ? null : 'first'),
        onKeyDown(event) {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(event.key === 'ArrowDown' ? 'first' : 'last')
        },
      })}
      {open && (
        <div ref={popup} popover="manual" className="popup menu">
          {header && <div className="menu-header">{header}</div>}
          <MenuList
            id={id}
            items={typeof items === 'function' ? items() : items}
            from={open}
            pending={pending}
            run={run}
            onClose={() => setOpen(null)}
          />
        </div>
      )}
    </>
  )
}

interface MenuListProps {
  id: string
  items: readonly MenuItem[]
  from: 'first' | 'last'
  pending: ReadonlySet<string>
  run: RunOnce
  onClose: () => void
}

function MenuList({ id, items, from, pending, run, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  const usable = () => [...(list.current?.querySelectorAll<HTMLElement>('.menu-item:not(:disabled)') ?? [])]

  useEffect(
    () =>
      usable()
        .at(from === 'first' ? 0 : -1)
        ?.focus(),
    [from],
  )

  function onKeyDown(event: KeyboardEvent) {
    const entries = usable()
    const at = entries.findIndex((entry) => entry === document.activeElement)
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }
    const to = moves[event.key]
    if (event.key === 'Tab') return onClose()
    if (to !== undefined) {
      event.preventDefault()
      entries.at(to % entries.length)?.focus()
    } else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      const rest = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
      rest.find((entry) => foldText(entry.textContent ?? '').startsWith(foldText(event.key)))?.focus()
    }
  }

  return (
    <div
      ref={list}
      className="menu-list"
      role="menu"
      id={`${id}-menu`}
      aria-labelledby={`${id}-button`}
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) =>
        item === 'separator' ? (
          <hr key={index} className="menu-separator" />
        ) : 'heading' in item ? (
          <div key={index} className="menu-heading" role="presentation">
            {item.heading}
          </div>
        ) : (
          <MenuEntry key={index} item={item} pending={pending.has(item.label)} run={run} onClose={onClose} />
        ),
      )}
    </div>
  )
}

interface MenuEntryProps extends Pick<MenuListProps, 'run' | 'onClose'> {
  item: MenuAction
  pending: boolean
}

function MenuEntry({ item, pending, run, onClose }: MenuEntryProps) {
  const { label, icon: Icon, onSelect, href, danger, disabled, checked, closes, keys, note } = item
  const shared = {
    className: 'menu-item',
    tabIndex: -1,
    'data-danger': danger || undefined,
    onPointerMove: (event: { currentTarget: HTMLElement }) => event.currentTarget.focus({ preventScroll: true }),
    onClick() {
      if (checked === undefined || closes) onClose()
      run(label, () => onSelect?.())
    },
  }
  const content = (
    <>
      {pending ? (
        <Spinner />
      ) : checked !== undefined ? (
        <span className="menu-check">{checked && <Check size={16} aria-hidden />}</span>
      ) : (
        Icon && <Icon size={16} aria-hidden />
      )}
      <span className="menu-label">
        {label}
        {note && <span className="menu-note">{note}</span>}
      </span>
      {keys && <KeyboardHint keys={keys} />}
    </>
  )
  if (href !== undefined) {
    return (
      <PlainLink {...shared} role="menuitem" href={href}>
        {content}
      </PlainLink>
    )
  }
  return (
    <button
      {...shared}
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={checked}
      disabled={disabled || pending}
    >
      {content}
    </button>
  )
}

export function actionForKey(items: readonly MenuAction[], key: string) {
  const wanted = key === 'Delete' ? 'Del' : key.toUpperCase()
  return items.find(({ keys }) => keys?.[0] === wanted)
}
