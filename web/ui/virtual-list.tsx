import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react'
import { useEndReached } from './use-end-reached'
import { useScrollAnchor } from './use-scroll-anchor'

export type ItemKey = string | number

export interface VirtualListHandle {
  scrollToIndex(index: number): void
  scrollToTop(): void
  /** The element that scrolls. */
  element(): HTMLElement | null
}

export interface VirtualListProps<Item> {
  items: readonly Item[]
  getKey: (item: Item) => ItemKey
  renderItem: (item: Item, index: number) => ReactNode
  /** Height of a row before it is measured, in pixels. */
  rowHeight: number
  /** Height the server assumes for the list: it renders as many rows as fit in. */
  initialHeight?: number
  overscan?: number
  /** Called once for every length of the list, within 100 px of its end. */
  onEndReached?: () => void
  label: string
  /** After the last row: a spinner, "no more". */
  footer?: ReactNode
  className?: string
  ref?: Ref<VirtualListHandle>
}

/**
 * A list of any length that keeps only the rows in sight in the document. When rows move or come in above, what is being
 * read stays where it is, except at the very top, where new rows are shown.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const {
    items,
    getKey,
    renderItem,
    rowHeight,
    initialHeight = 900,
    overscan = 6,
    onEndReached,
    label,
    footer,
    className,
    ref,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const keyOf = useRef(getKey)
  keyOf.current = getKey
  // A new function is how the virtualizer learns that the keys have changed.
  const getItemKey = useCallback((index: number) => keyOf.current(items[index] as Item), [items])
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan,
    initialRect: { width: 0, height: initialHeight },
  })
  const rows = list.getVirtualItems()

  useScrollAnchor(scroller, items, rows, () => list.measurementsCache)
  useEndReached(scroller, items.length, onEndReached)
  useImperativeHandle(ref, () => ({
    scrollToIndex: (index) => list.scrollToIndex(index, { align: 'auto' }),
    scrollToTop: () => list.scrollToOffset(0),
    element: () => scroller.current,
  }))

  return (
    <div ref={scroller} className={className ? `virtual-list ${className}` : 'virtual-list'}>
      <div className="virtual-list-rows" role="list" aria-label={label} style={{ height: list.getTotalSize() }}>
        {rows.map(({ key, index, start }) => (
          <div
            key={key as ItemKey}
            ref={list.measureElement}
            className="virtual-list-row"
            role="listitem"
            aria-setsize={items.length}
            aria-posinset={index + 1}
            data-index={index}
            style={{ transform: `translateY(${start}px)` }}
          >
            {renderItem(items[index] as Item, index)}
          </div>
        ))}
      </div>
      {footer}
    </div>
  )
}
