import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'
import type { ScheduleView } from '../../src/schedule/schedule.calls'
import type { Format } from '../i18n/format'

const dragged = 'schedule'

/** Makes a message of the calendar draggable while it waits and `may` says so. */
export function useDraggableSchedule(schedule: ScheduleView, may: boolean) {
  const element = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  const isMovable = may && schedule.status === 'PENDENTE'
  useEffect(() => {
    if (!element.current || !isMovable) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ [dragged]: schedule }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [schedule, isMovable])
  return { element, isDragged }
}

interface DropDay {
  /** YYYY-MM-DD. */
  day: string
  format: Format
  move: (schedule: ScheduleView, day: string) => Promise<void>
}

/** Makes a day accept messages of other days whose time is still ahead on it. */
export function useDropDay(target: DropDay) {
  const element = useRef<HTMLTableCellElement>(null)
  const [isOver, setOver] = useState(false)
  const current = useRef(target)
  useEffect(() => void (current.current = target))
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      canDrop: ({ source }) => canMove(source.data[dragged] as ScheduleView | undefined, current.current),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false)
        void current.current.move(source.data[dragged] as ScheduleView, current.current.day)
      },
    })
  }, [])
  return { element, isOver }
}

function canMove(schedule: ScheduleView | undefined, { day, format }: DropDay): boolean {
  if (!schedule) return false
  const [planned, now] = [format.wallClock(schedule.sendAt), format.wallClock(Date.now())]
  return planned.date !== day && `${day} ${planned.time}` > `${now.date} ${now.time}`
}
