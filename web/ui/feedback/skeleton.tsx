import type { CSSProperties } from 'react'

interface SkeletonProps {
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  shape?: 'line' | 'circle' | 'box'
}

/** A grey placeholder for loading content. Its container sets `aria-busy`. */
export function Skeleton({ width, height, shape = 'line' }: SkeletonProps) {
  return <span className="skeleton" data-shape={shape} style={{ width, height }} aria-hidden />
}

export function SkeletonRows({ count = 6, picture = true }: { count?: number; picture?: boolean }) {
  return (
    <div className="skeleton-rows" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="skeleton-row">
          {picture && <Skeleton shape="circle" width={36} height={36} />}
          <span className="skeleton-lines">
            <Skeleton width={`${44 + ((index * 17) % 30)}%`} />
            <Skeleton width={`${62 + ((index * 23) % 30)}%`} />
          </span>
        </div>
      ))}
    </div>
  )
}
