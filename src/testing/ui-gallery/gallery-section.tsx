import type { ReactNode } from 'react'

/** A titled part of the gallery. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="gallery-section" aria-label={title}>
      <h2 className="gallery-title">{title}</h2>
      {children}
    </section>
  )
}
