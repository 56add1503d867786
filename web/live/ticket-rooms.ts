import type { createLiveLine } from './live-line'

/** The tickets whose rooms are in use on this page. */
export function createTicketRooms(send: ReturnType<typeof createLiveLine>['send']) {
  const members = new Map<string, number>()

  function leave(uuid: string) {
    const left = (members.get(uuid) ?? 1) - 1
    if (left > 0) return void members.set(uuid, left)
    members.delete(uuid)
    send('leaveTickets', uuid)
  }

  return {
    join(uuid: string) {
      const before = members.get(uuid) ?? 0
      members.set(uuid, before + 1)
      if (before === 0) send('joinTickets', uuid)
      return once(() => leave(uuid))
    },
    enterAll() {
      for (const uuid of members.keys()) send('joinTickets', uuid)
    },
  }
}

function once(task: () => void) {
  let done = false
  return () => {
    if (!done) task()
    done = true
  }
}
