import { recordTexts } from './record'

export const help = {
  ...recordTexts({ one: 'video' }),
  pageTitle: 'Help',
  play: (title: string) => `Watch: ${title}`,
  noneTitle: 'No videos yet',
  noneText: 'Published help videos appear here.',
  title: 'Help videos',
  searchPlaceholder: 'Search by title',
  emptyText: 'What is published here appears on the Help page of every company.',
  columns: { title: 'Title', description: 'Description', video: 'Video', createdAt: 'Created on' },
  videoHelp: 'The YouTube address of the video or its 11-character code.',
  saveHint: 'Check whether a video with this title already exists or a field was left empty.',
  deleteText: 'It disappears from the Help page of every company. This cannot be undone.',
}
