// What stands in the address of a page, and how parts of it are changed.
import { useCallback } from "react";
import { type NavigateOptions, useSearchParams } from "react-router-dom";

/** Parameters by name; what is undefined or empty is taken out. */
export type AddressChange = Readonly<Record<string, string | undefined>>;

/** The parameters as they stand by now: the page may not have been drawn with them yet. */
export function addressNow(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

/** The same parameters with a change in them. */
export function withChange(params: URLSearchParams, change: AddressChange): URLSearchParams {
  for (const [name, value] of Object.entries(change)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return params;
}

/** Whether a parameter belongs to what is open beside a list, with which it goes: such as `m.q`, the words of its list `m`. */
export const isInner = (name: string): boolean => name.includes(".");

/**
 * The parameters of the address, and a way to change some of them. What has come into the address since the page was drawn stays,
 * such as words that are being typed while something is opened.
 * @example const [address, change] = useAddress(); change({ open: "7", tab: undefined });
 */
export function useAddress(): [URLSearchParams, (change: AddressChange, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams();
  const put = useCallback(
    (change: AddressChange, options?: NavigateOptions) => {
      setParams(withChange(addressNow(), change), options);
    },
    [setParams],
  );
  return [params, put];
}
