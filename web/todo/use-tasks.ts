import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/i18n'
import { useUi } from '../ui/context/ui-context'
import { readTasks, type Task, tasksKey, writeTasks } from './todo-storage'

/** The tasks of this browser, the same in all of its tabs; undefined until the page runs in it. */
export function useTasks() {
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
