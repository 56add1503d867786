import type { MenuAction } from '../ui/menu'

/** The single letters that act on the message that has the focus. */
export function actionForKey(items: readonly MenuAction[], key: string) {
  const wanted = key === 'Delete' ? 'Del' : key.toUpperCase()
  return items.find(({ keys }) => keys?.[0] === wanted)
}
