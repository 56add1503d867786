import type { LiveEvents } from '../../src/kernel/live/live-events.contract'

export type TagEvent = LiveEvents['tag']
export interface NamedTag {
  id: number
  name: string
  color: string
}

/** Applies a renamed or deleted tag. Returns the same list if it does not have that tag. */
export function withTagChange<Tag extends NamedTag>(tags: Tag[], event: TagEvent): Tag[] {
  const id = event.action === 'delete' ? event.tagId : event.tag.id
  if (!tags.some((tag) => tag.id === id)) return tags
  if (event.action === 'delete') return tags.filter((tag) => tag.id !== id)
  const { name, color } = event.tag
  return tags.map((tag) => (tag.id === id ? { ...tag, name, color } : tag))
}
