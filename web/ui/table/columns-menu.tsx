import { useEffect, useEffectEvent, useRef } from 'react'
import { useTexts } from '../../i18n/i18n'
import { Button, IconButton } from '../button/button'
import { Checkbox } from '../field/checkbox'
import { ChevronDown, ChevronUp, GripVertical, Pin } from '../icons'
import { focusDrawn } from '../layout/focus'
import { dragColumns } from './drag-columns'
import type { ColumnsArrangement } from './use-table-model'

export function ColumnsMenu({ columns, choices, pin, hide, move, resetWidths, reset }: ColumnsArrangement) {
  const t = useTexts().ui
  const list = useRef<HTMLDivElement>(null)
  const drop = useEffectEvent(move)
  const ids = columns.map(({ id }) => id).join('\n')
  useEffect(() => dragColumns(list.current!, 'y', (...moved) => drop(...moved)), [ids])
  const [first] = columns
  const isArranged = Object.values(choices).some((part) => Object.keys(part).length > 0)

  function step(index: number, by: -1 | 1) {
    const [column, target] = [columns[index], columns[index + by]]
    if (!column || !target) return
    move(column.id, target.id, by > 0)
    focusDrawn(buttonId(column.id, by))
  }

  return (
    <>
      <div ref={list} className="table-columns">
        {columns.map(({ id, header, wideOnly, isHidden, isPinned }, index) => {
          const isFirst = id === first?.id
          const mayStep = (by: -1 | 1) => {
            const target = columns[index + by]
            return target !== undefined && target.id !== first?.id && target.isPinned === isPinned
          }
          return (
            <div
              key={id}
              role="group"
              aria-label={header}
              className="table-column"
              data-column={id}
              data-wide-only={wideOnly || undefined}
            >
              <GripVertical size={14} aria-hidden />
              <Checkbox
                label={<bdi className="truncate">{header}</bdi>}
                checked={!isHidden}
                disabled={isFirst}
                onCheckedChange={(isShown) => hide(id, !isShown)}
              />
              <IconButton
                className="table-column-pin"
                icon={Pin}
                label={t.columns.pin}
                size="s"
                pressed={isPinned}
                disabled={isFirst && choices.pinned.some((other) => other !== id)}
                onClick={() => pin(id, !isPinned)}
              />
              {!isFirst &&
                ([-1, 1] as const).map((by) => (
                  <IconButton
                    key={by}
                    id={buttonId(id, by)}
                    icon={by < 0 ? ChevronUp : ChevronDown}
                    label={by < 0 ? t.moveUp : t.moveDown}
                    size="s"
                    aria-disabled={!mayStep(by) || undefined}
                    onClick={() => mayStep(by) && step(index, by)}
                  />
                ))}
            </div>
          )
        })}
      </div>
      <div className="table-columns-foot">
        <Button
          size="s"
          className="table-column-pin"
          disabled={Object.keys(choices.widths).length === 0}
          onClick={resetWidths}
        >
          {t.columns.autoWidth}
        </Button>
        <Button size="s" disabled={!isArranged} onClick={reset}>
          {t.columns.reset}
        </Button>
      </div>
    </>
  )
}

const buttonId = (column: string, by: number) => `column-${by < 0 ? 'up' : 'down'}-${column}`
