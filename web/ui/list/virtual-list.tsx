import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffectEvent,
} from 'react'

interface Row {
  key: string | number | bigint
  start: number
  end: number
}

type ItemKey = string | number

export interface VirtualListHandle {
  scrollToIndex(index: number): void
  scrollToTop(): void
  element(): HTMLElement | null
}

interface VirtualListProps<Item> {
  items: readonly Item[]
  getKey: (item: Item) => ItemKey
  renderItem: (item: Item, index: number) => ReactNode
  rowHeight: number
  /** Height that is assumed at first, also by the server, to render as many rows as fit. */
  initialHeight?: number
  /** Called once per length of the list, within 100 px of its end. */
  onEndReached?: () => void
  label: string
  footer?: ReactNode
  ref?: Ref<VirtualListHandle>
}

/** When rows move or are added above, the visible ones stay in place, except at the very top, where new rows are shown. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, getKey, renderItem, rowHeight, initialHeight = 900, onEndReached, label, footer, ref } = props
  const scroller = useRef<HTMLDivElement>(null)
  const range = useRange(scroller, { rowHeight, initialHeight, length: items.length })
  const place = (item: Item, index: number) => ({
    key: getKey(item),
    start: index * rowHeight,
    end: (index + 1) * rowHeight,
  })
  const rows = items.slice(range.first, range.last)

  useScrollAnchor(
    scroller,
    items,
    rows.map((item, index) => place(item, range.first + index)),
    () => items.map(place),
  )
  useEndReached(scroller, items.length, onEndReached)
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index) => scrollIntoView(scroller.current, index * rowHeight, rowHeight),
    scrollToTop: () => scroller.current?.scrollTo(0, 0),
    element: () => scroller.current,
  }))

  return (
    <div ref={scroller} className="virtual-list">
      <div className="virtual-list-rows" role="list" aria-label={label} style={{ height: items.length * rowHeight }}>
        {rows.map((item, at) => {
          const index = range.first + at
          return (
            <div
              key={getKey(item)}
              className="virtual-list-row"
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
            >
              {renderItem(item, index)}
            </div>
          )
        })}
      </div>
      {footer}
    </div>
  )
}

/** Rows that are rendered beyond the view. */
const overscan = 6

interface RangeOptions {
  rowHeight: number
  initialHeight: number
  length: number
}

/** Changes only when the visible part comes near its end, not with every row. */
function useRange(scroller: { current: HTMLElement | null }, options: RangeOptions) {
  const { rowHeight, initialHeight, length } = options
  const [range, setRange] = useState(() => rangeOf(0, initialHeight, rowHeight, overscan / 2))

  const look = useRef(() => {})
  look.current = () => {
    const element = scroller.current
    // A hidden list has no height and keeps its range.
    if (!element || element.clientHeight === 0) return
    const { scrollTop, clientHeight } = element
    const needed = rangeOf(scrollTop, clientHeight, rowHeight, overscan / 2)
    setRange((known) => (covers(known, needed, length) ? known : rangeOf(scrollTop, clientHeight, rowHeight, overscan)))
  }

  useLayoutEffect(() => look.current(), [length, rowHeight])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onChange = () => look.current()
    const observer = new ResizeObserver(onChange)
    observer.observe(element)
    element.addEventListener('scroll', onChange, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onChange)
    }
  }, [scroller])
  return range
}

interface Range {
  first: number
  last: number
}

function covers(known: Range, needed: Range, length: number) {
  return known.first <= needed.first && known.last >= Math.min(needed.last, length)
}

function rangeOf(scrollTop: number, height: number, rowHeight: number, beyond: number): Range {
  return {
    first: Math.max(0, Math.floor(scrollTop / rowHeight) - beyond),
    last: Math.ceil((scrollTop + height) / rowHeight) + beyond,
  }
}

function scrollIntoView(element: HTMLElement | null, start: number, height: number) {
  if (!element) return
  const { scrollTop, clientHeight } = element
  if (start < scrollTop) element.scrollTop = start
  else if (start + height > scrollTop + clientHeight) element.scrollTop = start + height - clientHeight
}

/** Scrolls by the distance that most visible rows have shifted, so that they stay in place. A single moved row has no effect. */
function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  items: readonly unknown[],
  rows: readonly Row[],
  measured: () => readonly Row[],
) {
  const last = useRef({ items, rows })

  useLayoutEffect(() => {
    const before = last.current
    last.current = { items, rows }
    const element = scroller.current
    if (!element || before.items === items || element.scrollTop <= 1) return
    const { scrollTop, clientHeight } = element
    const seen = before.rows.filter(({ start, end }) => end > scrollTop && start < scrollTop + clientHeight)
    const shift = commonShift(seen, measured())
    if (shift !== 0) element.scrollTop = scrollTop + shift
  })
}

export function commonShift(before: readonly Row[], after: readonly Row[]): number {
  const starts = new Map(after.map(({ key, start }) => [key, start]))
  const votes = new Map<number, number>()
  for (const { key, start } of before) {
    const now = starts.get(key)
    if (now !== undefined) votes.set(now - start, (votes.get(now - start) ?? 0) + 1)
  }
  const [winner] = [...votes].sort(([, a], [, b]) => b - a)
  return winner?.[0] ?? 0
}

const distancePx = 100

/** Within 100 px of the end, once per length of the list; `early`: within a view's height once the user scrolls. */
export function useEndReached(
  scroller: RefObject<HTMLElement | null>,
  length: number,
  onEndReached: (() => void) | undefined,
  { early = false }: { early?: boolean } = {},
) {
  const reachedAt = useRef(-1)
  const check = useEffectEvent((isScrolling: boolean) => {
    const element = scroller.current
    if (!element || !onEndReached || reachedAt.current === length) return
    const limit = early && isScrolling ? element.clientHeight : distancePx
    if (element.scrollHeight - element.scrollTop - element.clientHeight > limit) return
    reachedAt.current = length
    onEndReached()
  })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const onScroll = () => check(true)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller])
  // A list shorter than its container never scrolls.
  useEffect(() => check(false), [length])
}
