// As much of React's types as the feed's speak of, so that they are tried where React's are not installed.
declare module 'react' {
  export type ReactNode = ReactElement | Iterable<ReactNode> | string | number | boolean | null | undefined;
  export interface ReactElement { readonly type: unknown; readonly key: string | number | null }
  export type Ref<T> = ((instance: T | null) => void) | { readonly current: T | null } | null;
  export interface HTMLAttributes<T> {
    className?: string;
    'aria-label'?: string;
    children?: ReactNode;
    dangerouslySetInnerHTML?: { __html: string };
    style?: { height?: number | string };
    onScroll?: (event: { currentTarget: T }) => void;
  }
  export type DetailedHTMLProps<E, T> = E & { ref?: Ref<T>; key?: string | number };
  export function useRef<T>(initial: T | null): { readonly current: T | null };
  export namespace JSX {
    interface Element extends ReactElement {}
    interface ElementAttributesProperty { props: {} }
    interface ElementChildrenAttribute { children: {} }
    interface IntrinsicAttributes { key?: string | number }
    interface IntrinsicElements { p: DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> }
  }
}
declare module 'react/jsx-runtime' {
  export { JSX } from 'react';
}
