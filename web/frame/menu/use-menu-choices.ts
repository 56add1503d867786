import { useApp, useUser } from '../../app/app-context'

/** Arranges the user's menu. It is saved per user, so that the first page is right on every device. */
export function useMenuChoices() {
  const { api, session } = useApp()
  const { groups, pinned } = useUser().menuChoices

  function save(menuChoices: { groups: Record<string, boolean>; pinned: string[] }) {
    session.change({ menuChoices })
    // What could not be saved stays until the page is left.
    void api.put('/users/menu', { body: menuChoices }).catch(reportError)
  }

  return {
    setOpen: (group: string, open: boolean) => save({ groups: { ...groups, [group]: open }, pinned }),
    setPinned(href: string, isPinned: boolean) {
      const others = pinned.filter((other) => other !== href)
      save({ groups, pinned: isPinned ? [...others, href] : others })
    },
  }
}
