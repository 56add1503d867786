import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/i18n'
import {
  ChevronDown,
  ChevronRight,
  CircleAlert,
  GripVertical,
  ListTree,
  TriangleAlert,
  Files,
  Headset,
  type LucideIcon,
  MessageSquareText,
  Plug,
} from '../../ui/icons'
import { tooltip } from '../../ui/popup/tooltip'
import type { DropEdge, OptionValues, Path } from './option-tree'
import type { OptionEditor } from './use-option-editor'
import type { ChatbotKind } from '../../../src/queue/chatbot/chatbot.contract'

const kindIcons: Readonly<Record<ChatbotKind, LucideIcon>> = {
  text: MessageSquareText,
  attendent: Headset,
  queue: ListTree,
  integration: Plug,
  file: Files,
}

export function QueueTreeRow({ selected, onSelect }: { selected: boolean; onSelect: () => void }) {
  const t = useTexts('queue').queue.chatbot
  return (
    <li
      className="chatbot-row row"
      role="treeitem"
      aria-level={1}
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      onClick={onSelect}
    >
      <ListTree size={16} aria-hidden />
      <span className="truncate">{t.root}</span>
    </li>
  )
}

interface OptionTreeRowProps {
  option: OptionValues
  path: Path
  setSize: number
  editor: OptionEditor
  isInvalid: boolean
}

export function OptionTreeRow({ option, path, setSize, editor, isInvalid }: OptionTreeRowProps) {
  const t = useTexts('queue').queue.chatbot
  const { row, edge, isDragged } = useRowDrag(option.key, editor)
  const { key, name, queueType, options, lostTarget } = option
  const Icon = kindIcons[queueType]
  const isSelected = editor.selected?.key === key
  const hasBelow = options.length > 0
  const isOpen = !editor.collapsed.has(key)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const number = (path.at(-1) ?? 0) + 1
  return (
    <li
      ref={row}
      className="chatbot-row row"
      role="treeitem"
      aria-level={path.length + 1}
      aria-posinset={number}
      aria-setsize={setSize}
      aria-expanded={hasBelow ? isOpen : undefined}
      aria-selected={isSelected}
      tabIndex={isSelected ? 0 : -1}
      data-drop={edge}
      data-dragged={isDragged || undefined}
      style={{ '--depth': path.length }}
      onClick={() => editor.select(key)}
    >
      <GripVertical className="chatbot-grip" size={14} aria-hidden />
      <span className="chatbot-number tabular">{number}</span>
      <Icon size={16} aria-hidden />
      <bdi className="truncate" data-empty={name.trim() === '' || undefined}>
        {name.trim() || t.unnamed}
      </bdi>
      {isInvalid && (
        <span className="chatbot-mark" data-kind="danger" {...tooltip(t.faulty)}>
          <CircleAlert size={14} aria-hidden />
          <span className="visually-hidden">{t.faulty}</span>
        </span>
      )}
      {lostTarget && (
        <span className="chatbot-mark" data-kind="warning" {...tooltip(t.lostTarget)}>
          <TriangleAlert size={14} aria-hidden />
          <span className="visually-hidden">{t.lostTarget}</span>
        </span>
      )}
      {hasBelow && (
        <span
          className="chatbot-chevron"
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            editor.toggle(key, !isOpen)
          }}
        >
          <Chevron size={16} />
        </span>
      )}
    </li>
  )
}

/** Dropping on the upper or lower quarter of a row moves before or after it, on the middle into it. */
const edgeShare = 0.25

function edgeAt(element: Element, clientY: number): DropEdge {
  const { top, height } = element.getBoundingClientRect()
  const at = (clientY - top) / height
  return at < edgeShare ? 'before' : at > 1 - edgeShare ? 'after' : 'inside'
}

function useRowDrag(key: string, editor: OptionEditor) {
  const row = useRef<HTMLLIElement>(null)
  const [edge, setEdge] = useState<DropEdge>()
  const [isDragged, setDragged] = useState(false)
  const latest = useRef(editor)
  useEffect(() => {
    latest.current = editor
  })
  useEffect(() => {
    const element = row.current
    if (!element) return
    const keyOf = (data: Record<string | symbol, unknown>) => data['optionKey'] as string
    const edgeOf = (data: Record<string | symbol, unknown>, clientY: number) => {
      const found = edgeAt(element, clientY)
      return latest.current.mayDrop(keyOf(data), key, found) ? found : undefined
    }
    const stops = [
      draggable({
        element,
        getInitialData: () => ({ optionKey: key }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['optionKey'] === 'string' && source.data['optionKey'] !== key,
        onDrag: ({ source, location }) => setEdge(edgeOf(source.data, location.current.input.clientY)),
        onDragLeave: () => setEdge(undefined),
        onDrop({ source, location }) {
          const found = edgeOf(source.data, location.current.input.clientY)
          setEdge(undefined)
          if (found) latest.current.drop(keyOf(source.data), key, found)
        },
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [key])
  return { row, edge, isDragged }
}
