import { useTexts } from '../../i18n/i18n'
import { CircleAlert, type LucideIcon } from '../icons'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Badge } from '../display/labels'

interface TabItem<Value extends string> {
  value: Value
  label: string
  icon?: LucideIcon
  count?: number
  isInvalid?: boolean
  disabled?: boolean
  /** The heading of a group of tabs, each group with a row of its own where there is no space. */
  group?: string
}

interface TabsProps<Value extends string> {
  label: string
  value: Value | undefined
  onValueChange: (value: Value) => void
  items: readonly TabItem<Value>[]
  /** `line` for the parts of a page, `pill` for narrow containers. */
  variant?: 'line' | 'pill'
  wide?: boolean
  children?: ReactNode
}

/** A tab has space for longer counts than a badge on an icon. */
const countMax = 9999

export function Tabs<Value extends string>({
  label,
  value,
  onValueChange,
  items,
  variant = 'line',
  wide,
  children,
}: TabsProps<Value>) {
  const id = useId()
  const groups = [...new Set(items.map(({ group }) => group))]
  const isGrouped = groups.length > 1

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const usable = items.filter((item) => !item.disabled)
    const at = usable.findIndex((item) => item.value === value)
    const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const to = moves[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = usable.at(to % usable.length)
    if (!next) return
    onValueChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }

  const row = (group: string | undefined) => (
    <TabRow
      key={group}
      label={label}
      variant={variant}
      wide={wide}
      value={value}
      group={isGrouped ? group : undefined}
      onKeyDown={onKeyDown}
    >
      {items
        .filter((item) => item.group === group)
        .map((item) => (
          <Tab
            key={item.value}
            id={`${id}-${item.value}`}
            item={item}
            isSelected={item.value === value}
            isFocusable={item.value === (value ?? items[0]?.value)}
            panelId={children === undefined ? undefined : `${id}-panel`}
            onSelect={() => onValueChange(item.value)}
          />
        ))}
    </TabRow>
  )

  return (
    <>
      {isGrouped ? (
        <div className="tab-groups" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {groups.map(row)}
        </div>
      ) : (
        row(groups[0])
      )}
      {children !== undefined && (
        <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </>
  )
}

interface TabRowProps {
  label: string
  variant: string
  wide: boolean | undefined
  value: string | undefined
  /** Of several rows, which together are one list of tabs. */
  group: string | undefined
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
  children: ReactNode
}

function TabRow({ label, variant, wide, value, group, onKeyDown, children }: TabRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useScrollToSelected(row, value)
  useFadedEdges(row)
  const list = { role: 'tablist', 'aria-label': label, onKeyDown }
  return (
    <div
      ref={row}
      className="tabs"
      data-variant={variant}
      data-wide={wide || undefined}
      {...(group === undefined ? list : { role: 'presentation' })}
    >
      {group !== undefined && <span className="tab-group">{group}</span>}
      {children}
    </div>
  )
}

interface TabProps {
  id: string
  item: TabItem<string>
  isSelected: boolean
  isFocusable: boolean
  panelId: string | undefined
  onSelect: () => void
}

function Tab({
  id,
  item: { label, icon: Icon, count, isInvalid, disabled },
  isSelected,
  isFocusable,
  panelId,
  onSelect,
}: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      className="tab"
      id={id}
      aria-selected={isSelected}
      aria-controls={isSelected ? panelId : undefined}
      tabIndex={isFocusable ? 0 : -1}
      disabled={disabled}
      onClick={onSelect}
    >
      {Icon && <Icon size={16} aria-hidden />}
      <span className="tab-label">{label}</span>
      {isInvalid && <InvalidMark />}
      {count !== undefined && <Badge count={count} max={countMax} kind={isSelected ? 'brand' : 'neutral'} showZero />}
    </button>
  )
}

function InvalidMark() {
  const t = useTexts().ui
  return <CircleAlert className="tab-invalid" size={14} role="img" aria-label={t.hasErrors} />
}

/** Pixels over which the tabs at an edge fade while there are more beyond it (`panes.css`). */
const fadePx = 40

/** A row that is too narrow for its tabs scrolls to the selected one, but its parents do not. */
function useScrollToSelected(row: RefObject<HTMLElement | null>, value: string | undefined) {
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (!row.current || !tab) return
    const { left, right } = row.current.getBoundingClientRect()
    const shown = tab.getBoundingClientRect()
    if (shown.left < left + fadePx) row.current.scrollLeft -= left + fadePx - shown.left
    else if (shown.right > right - fadePx) row.current.scrollLeft += shown.right - right + fadePx
  }, [row, value])
}

function useFadedEdges(row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-more-before', scrollLeft > 0)
      // Widths are rounded.
      element.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const observer = new ResizeObserver(mark)
    for (const part of [element, ...element.children]) observer.observe(part)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [row])
}
