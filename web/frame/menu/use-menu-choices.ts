import { useApp, useUser } from '../../app/app-context'
import { saveInOrder } from '../../app/save-in-order'

/** Arranges the user's menu. It is saved per user, so that the first page is right on every device. */
export function useMenuChoices() {
  const { api, session } = useApp()
  const { groups, pinned } = useUser().menuChoices

  function save(menuChoices: { groups: Record<string, boolean>; pinned: string[] }) {
    session.change({ menuChoices })
    saveInOrder(() => api.put('/users/menu', { body: menuChoices }))
  }

  return {
    setOpen: (group: string, open: boolean) => save({ groups: { ...groups, [group]: open }, pinned }),
    setPinned(href: string, isPinned: boolean) {
      const others = pinned.filter((other) => other !== href)
      save({ groups, pinned: isPinned ? [...others, href] : others })
    },
  }
}
