import type { MenuAction } from '../ui/popup/menu'

export function actionForKey(items: readonly MenuAction[], key: string) {
  const wanted = key === 'Delete' ? 'Del' : key.toUpperCase()
  return items.find(({ keys }) => keys?.[0] === wanted)
}
