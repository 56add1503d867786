import { useRef, useState, type FormEvent, useEffect } from 'react'
import { useFormat, useTexts } from '../i18n/i18n'
import { usePageTitle } from '../page/page-context'
import { Button, IconButton } from '../ui/button/button'
import { EmptyState, SkeletonRows } from '../ui/feedback/feedback'
import { ListChecks, Pencil, Trash2 } from '../ui/icons'
import { Screen, PageHeader } from '../ui/layout/screen'
import { TextInput } from '../ui/field/text-input'
import { useUi } from '../ui/context/ui-context'
import { isObject } from '../../src/kernel/untyped-json.contract'

export function page() {
  const t = useTexts('todo').todo
  const { tasks, change } = useTasks()
  const input = useRef<HTMLInputElement>(null)
  const { text, setText, edited, edit, save, remove, stopEditing } = useTaskEditing(change, () =>
    input.current?.focus(),
  )
  usePageTitle(t.title)

  const isFull = !edited && (tasks?.length ?? 0) >= tasksMax
  return (
    <Screen header={<PageHeader title={t.title} count={tasks?.length} />} length={tasks?.length ?? 0}>
      <div className="todo">
        <form className="todo-form wrap-row" onSubmit={save}>
          <TextInput
            ref={input}
            value={text}
            onValueChange={setText}
            aria-label={edited ? t.editTask : t.newTask}
            placeholder={t.newTask}
            maxLength={taskTextMax}
            autoComplete="off"
          />
          <Button type="submit" variant="primary" disabled={tasks === undefined || isFull}>
            {edited ? t.save : t.add}
          </Button>
          {edited && <Button onClick={stopEditing}>{t.cancel}</Button>}
        </form>
        {isFull && <p className="todo-note">{t.full}</p>}
        <TaskList tasks={tasks} edited={edited} edit={edit} remove={remove} />
      </div>
    </Screen>
  )
}

type ChangeTasks = ReturnType<typeof useTasks>['change']

function useTaskEditing(change: ChangeTasks, focus: () => void) {
  const t = useTexts('todo').todo
  const { toast } = useUi()
  const [text, setText] = useState('')
  const [edited, setEdited] = useState<Task>()

  function save(event: FormEvent) {
    event.preventDefault()
    const typed = text.trim()
    if (typed === '') return
    const now = new Date()
    const kept = change((present) => {
      const index = edited ? placeOf(present, edited) : -1
      return index === -1 ? addTask(present, typed, now) : changeTask(present, index, typed, now)
    })
    if (kept) stopEditing()
  }

  function stopEditing() {
    setText('')
    setEdited(undefined)
    focus()
  }

  function edit(task: Task) {
    setEdited(task)
    setText(task.text)
    focus()
  }

  function remove(task: Task) {
    let index = -1
    const removed = change((present) => {
      index = placeOf(present, task)
      return present.filter((_, at) => at !== index)
    })
    if (!removed || index === -1) return
    if (edited && isSame(edited, task)) stopEditing()
    const undo = () => change((present) => [...present.slice(0, index), task, ...present.slice(index)])
    toast.success(t.deleted, { action: { label: t.undo, onAction: () => void undo() } })
  }

  return { text, setText, edited, edit, save, remove, stopEditing }
}

interface TaskListProps {
  tasks: readonly Task[] | undefined
  edited: Task | undefined
  edit: (task: Task) => void
  remove: (task: Task) => void
}

function TaskList({ tasks, edited, edit, remove }: TaskListProps) {
  const t = useTexts('todo').todo
  const format = useFormat()
  if (tasks === undefined) return <SkeletonRows count={4} picture={false} />
  if (tasks.length === 0) return <EmptyState icon={ListChecks} title={t.emptyTitle} text={t.emptyText} />
  return (
    <ul className="todo-list" aria-label={t.title}>
      {tasks.map((task, index) => (
        <li key={index} className="todo-task row gap-1" data-edited={(edited && isSame(edited, task)) || undefined}>
          <span className="todo-text grows">
            <bdi>{task.text}</bdi>
            {task.updatedAt && (
              <time className="subtle" dateTime={task.updatedAt}>
                {task.updatedAt === task.createdAt
                  ? t.createdAt(format.dateTime(task.createdAt))
                  : t.updatedAt(format.dateTime(task.updatedAt))}
              </time>
            )}
          </span>
          <IconButton icon={Pencil} label={t.editOf(task.text)} size="s" onClick={() => edit(task)} />
          <IconButton
            icon={Trash2}
            label={t.deleteOf(task.text)}
            size="s"
            variant="danger"
            onClick={() => remove(task)}
          />
        </li>
      ))}
    </ul>
  )
}

const isSame = (a: Task, b: Task) => a.text === b.text && a.createdAt === b.createdAt && a.updatedAt === b.updatedAt

/** Another tab may have moved it since. */
const placeOf = (tasks: readonly Task[], task: Task) => tasks.findIndex((other) => isSame(other, task))

/** The tasks of this browser, the same in all of its tabs; undefined until the page runs in it. */
function useTasks() {
  const t = useTexts('todo').todo
  const { toast } = useUi()
  const [tasks, setTasks] = useState<readonly Task[]>()

  useEffect(() => {
    setTasks(readTasks(localStorage))
    const onStorage = ({ key }: StorageEvent) => {
      // Without a key, another tab has cleared the storage.
      if (key === tasksKey || key === null) setTasks(readTasks(localStorage))
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  /** Changes the stored tasks. Returns whether they could be stored. */
  function change(next: (tasks: readonly Task[]) => readonly Task[]): boolean {
    const changed = next(readTasks(localStorage))
    if (!writeTasks(localStorage, changed)) {
      toast.error(t.notKept)
      return false
    }
    setTasks(changed)
    return true
  }

  return { tasks, change }
}

interface Task {
  text: string
  createdAt: string
  updatedAt: string
}

const tasksKey = 'tasks'
/** Stores unreadable data, so that nothing is lost. */
const backupKey = 'tasks.bak'
const tasksMax = 500
const taskTextMax = 500

type TaskStorage = Pick<Storage, 'getItem' | 'setItem'>

export function readTasks(storage: TaskStorage): Task[] {
  const stored = storage.getItem(tasksKey)
  if (stored === null) return []
  const tasks = parseTasks(stored)
  if (tasks) return tasks
  try {
    storage.setItem(backupKey, stored)
  } catch {
    // The storage is full. What cannot be read stays until a task is added.
  }
  return []
}

/** Returns false when the browser does not store it, such as for lack of space. */
export function writeTasks(storage: TaskStorage, tasks: readonly Task[]): boolean {
  try {
    storage.setItem(tasksKey, JSON.stringify(tasks))
    return true
  } catch {
    return false
  }
}

function parseTasks(stored: string): Task[] | undefined {
  try {
    const parsed: unknown = JSON.parse(stored)
    if (!Array.isArray(parsed)) return undefined
    const tasks = parsed.map(toTask)
    return tasks.every((task) => task !== undefined) ? tasks.slice(0, tasksMax) : undefined
  } catch {
    return undefined
  }
}

function toTask(given: unknown): Task | undefined {
  if (!isObject(given)) return undefined
  const { text, createdAt, updatedAt } = given
  if (typeof text !== 'string') return undefined
  const created = momentOf(createdAt)
  return { text: text.slice(0, taskTextMax), createdAt: created, updatedAt: momentOf(updatedAt) || created }
}

/** An ISO time; empty for anything else. */
function momentOf(given: unknown): string {
  if (typeof given !== 'string' && typeof given !== 'number') return ''
  const moment = new Date(given)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

function addTask(tasks: readonly Task[], text: string, now: Date): Task[] {
  const at = now.toISOString()
  return [...tasks, { text, createdAt: at, updatedAt: at }]
}

function changeTask(tasks: readonly Task[], index: number, text: string, now: Date): Task[] {
  return tasks.map((task, at) => (at === index ? { ...task, text, updatedAt: now.toISOString() } : task))
}
