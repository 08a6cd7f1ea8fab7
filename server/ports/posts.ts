import type { Post } from "../domain/posts/posts.js";

/** An attempt that failed. */
export interface FailedPost {
  readonly id: number;
  readonly at: number;
  readonly failure: string;
}

/** Posts to customers' servers of one kind. */
export interface PostQueue<P extends Post> {
  /** Customers with posts that are due. */
  customers(now: number): Promise<readonly number[]>;
  /** Posts of a customer that are due, the longest due first. */
  due(customerId: number, now: number, limit: number): Promise<readonly P[]>;
  /** Claims a post for a minute; false while another process has it, or if it is gone. */
  take(id: number): Promise<boolean>;
  /** Removes a post that was accepted at this time. */
  end(id: number, at: number): Promise<void>;
  /** Counts a failed attempt; the next one is due at `nextAt`. False if the post no longer waits. */
  postpone(post: FailedPost & { readonly nextAt: number }): Promise<boolean>;
  /** Ends a post that is not retried. False if it no longer waits. */
  giveUp(post: FailedPost): Promise<boolean>;
  /** Gives up posts whose time is over; returns the customer of each. */
  expire(now: number, limit: number): Promise<readonly number[]>;
}
