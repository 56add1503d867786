import { useState } from 'react'
import { useApp, useUser } from '../../app/app-context'
import { saveInOrder } from '../../app/save-in-order'

export const widthMin = 404
export const widthMax = 700

export function useInboxWidth() {
  const { api, session } = useApp()
  const { id, defaultTicketsManagerWidth: saved } = useUser()
  const [width, setWidth] = useState(Math.max(widthMin, Math.min(widthMax, saved)))

  function save(next: number) {
    setWidth(next)
    session.change({ defaultTicketsManagerWidth: next })
    saveInOrder(() =>
      api.put('/users/toggleChangeWidht/:userId', {
        params: { userId: id },
        body: { defaultTicketsManagerWidth: next },
      }),
    )
  }

  return { width, resize: setWidth, save }
}
