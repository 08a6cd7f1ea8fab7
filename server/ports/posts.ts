import type { Post } from "../domain/posts/posts.js";

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
  /** Counts an attempt that failed at this time; the next one is due at `nextAt`. False if the post no longer waits. */
  postpone(id: number, at: number, nextAt: number, failure: string): Promise<boolean>;
  /** Ends a post that is not retried. False if it no longer waits. */
  giveUp(id: number, at: number, failure: string): Promise<boolean>;
  /** Gives up posts whose time is over; returns the customer of each. */
  expire(now: number, limit: number): Promise<readonly number[]>;
}
