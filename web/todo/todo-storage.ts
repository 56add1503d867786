import { isObject } from '../../src/kernel/untyped-json.contract'

/** A task, stored in this browser. Times are ISO 8601. */
export interface Task {
  text: string
  createdAt: string
  updatedAt: string
}

export const tasksKey = 'tasks'
/** Stores unreadable data, so that nothing is lost. */
const backupKey = 'tasks.bak'
export const tasksMax = 500
export const taskTextMax = 500

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

export function addTask(tasks: readonly Task[], text: string, now: Date): Task[] {
  const at = now.toISOString()
  return [...tasks, { text, createdAt: at, updatedAt: at }]
}

export function changeTask(tasks: readonly Task[], index: number, text: string, now: Date): Task[] {
  return tasks.map((task, at) => (at === index ? { ...task, text, updatedAt: now.toISOString() } : task))
}
